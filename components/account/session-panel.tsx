'use client';
import { useIdentity, useSession } from '#lib/session/session-context.tsx';
import { Address } from '../ui/address.tsx';
import { Definition, DefinitionList } from '../ui/definition-list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { ConnectButton } from '../wallet/connect-button.tsx';
import { SignInButton } from '../wallet/sign-in-button.tsx';

/** The connected wallet and session, and the next step to sign in. */
export function SessionPanel() {
  const identity = useIdentity();
  const { session } = useSession();
  switch (identity.kind) {
    case 'anonymous':
    case 'connecting':
      return (
        <Notice action={<ConnectButton />}>
          You are not signed in. Connect a wallet and sign one message. It is not a transaction and costs
          nothing.
        </Notice>
      );
    case 'connected':
      return (
        <Notice action={<SignInButton />}>
          <Address value={identity.address} /> is connected, but not signed in yet.
        </Notice>
      );
    case 'other-wallet':
      return (
        <Notice kind="warning" action={<SignInButton />}>
          <Address value={identity.address} /> is connected, but <Address value={identity.signedInAs} /> is
          signed in. Sign in again to act with the connected wallet.
        </Notice>
      );
    case 'signed-in':
      return (
        <DefinitionList>
          <Definition term="Signed in as">
            <Address value={identity.address} full />
          </Definition>
          {session && (
            <Definition term="Until">
              <Time value={session.expiresAt} style="datetime" />
            </Definition>
          )}
        </DefinitionList>
      );
  }
}
