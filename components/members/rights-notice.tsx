'use client';
import { useIdentity } from '#lib/session/session-context.tsx';
import type { MemberFieldsFragment } from '#packages/client/documents.generated.ts';
import { Notice } from '../ui/notice.tsx';
import { ConnectButton } from '../wallet/connect-button.tsx';
import { sourceText } from './member-sources.ts';

const rights = {
  OWNER: 'It can upload files, and grant and revoke the roles contributor and viewer.',
  CONTRIBUTOR: 'It can upload files, and grant and revoke the role viewer. Only owners change contributors.',
  VIEWER: 'It can open the files of the team. Only owners and contributors change roles.',
};

const roles = { OWNER: 'an owner', CONTRIBUTOR: 'a contributor', VIEWER: 'a viewer' };

/** What the connected wallet may do in this lab, and why. */
export function RightsNotice({ members }: { members: readonly MemberFieldsFragment[] }) {
  const identity = useIdentity();
  if (!('address' in identity)) {
    return (
      <Notice action={<ConnectButton />}>Connect your wallet to see its rights and change roles.</Notice>
    );
  }
  const mine = members.find((member) => member.walletAddress === identity.address);
  const connected = identity.kind !== 'signed-in' || identity.walletConnected;
  return (
    <Notice action={connected ? undefined : <ConnectButton />}>
      {mine ? (
        <>
          <p>
            Your wallet is {roles[mine.role]} of this lab ({why(mine.source)}).
          </p>
          <p>{rights[mine.role]}</p>
        </>
      ) : (
        <>
          <p>Your wallet has no role in this lab.</p>
          <p>It can open public files. An owner or contributor below can grant it a role.</p>
        </>
      )}
      {!connected && <p>You are signed in, but transactions need the wallet itself.</p>}
    </Notice>
  );
}

/** The source of a role, worded for use within a sentence. */
function why(source: MemberFieldsFragment['source']): string {
  const words = sourceText(source);
  return words.charAt(0).toLowerCase() + words.slice(1);
}
