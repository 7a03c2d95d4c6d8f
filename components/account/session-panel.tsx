'use client';
import { useIdentity, useSession } from '#lib/session/session-context.tsx';
import { PersonFace } from '../core/people/person-face.tsx';
import { ConnectButton } from '../core/wallet/connect-button.tsx';
import { SignInButton } from '../core/wallet/sign-in-button.tsx';
import { Address } from '../ui/address.tsx';
import { Definition, DefinitionList } from '../ui/definition-list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';

/** The connected wallet and session, and the next step to sign in. */
export function SessionPanel() {
  const identity = useIdentity();
  const { session } = useSession();
  switch (identity.kind) {
    case 'anonymous':
    case 'connecting':
      return (
        <Notice action={<ConnectButton />}>
          Connect your wallet and sign a message to see your labs and service tokens. Signing costs nothing.
        </Notice>
      );
    case 'connected':
      return (
        <Notice action={<SignInButton />}>
          Your wallet is connected. Sign in to see its labs and service tokens. Signing costs nothing.
        </Notice>
      );
    case 'other-wallet':
      return (
        <Notice kind="warning" action={<SignInButton />}>
          You are signed in with <Address value={identity.signedInAs} />, but another wallet is connected.
          Sign in again to use the connected wallet.
        </Notice>
      );
    case 'signed-in':
      return (
        <DefinitionList>
          <Definition term="Signed in with">
            <span className="flex items-start gap-2">
              <PersonFace address={identity.address} isAgent={false} size={28} />
              <Address value={identity.address} full />
            </span>
          </Definition>
          {session && (
            <Definition term="Signed in until">
              <Time value={session.expiresAt} />
            </Definition>
          )}
        </DefinitionList>
      );
  }
}
