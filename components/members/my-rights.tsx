'use client';
import type { MemberFieldsFragment } from '#packages/client/documents.generated.ts';
import { Notice } from '../ui/notice.tsx';
import { ConnectButton } from '../wallet/connect-button.tsx';
import { sourceText } from './member-sources.ts';
import { holderOf } from './rights.ts';

/** An owner of what holds the LabNFT. */
const behind = {
  Safe: 'It can open and upload files. Granting and revoking roles needs the Safe itself: propose the transaction in the Safe, so that as many of its owners sign as it requires.',
  account:
    'It can open and upload files. Granting and revoking roles needs the account that holds the LabNFT: connect it as your wallet.',
};

const rights = {
  OWNER: 'It can upload files, and grant and revoke the roles contributor and viewer.',
  CONTRIBUTOR:
    'It can upload files, and grant and revoke the role viewer. What it grants ends with its own role. Only owners change contributors.',
  VIEWER: 'It can open the files of the team. Only owners and contributors change roles.',
};

const roles = { OWNER: 'an owner', CONTRIBUTOR: 'a contributor', VIEWER: 'a viewer' };

interface MyRightsProps {
  members: readonly MemberFieldsFragment[];
  /** The user's wallet, lowercase. */
  address: string;
  /** Whether the wallet itself is connected, besides the session. */
  connected: boolean;
}

/** What the user's wallet may do in this lab, and why. */
export function MyRights({ members, address, connected }: MyRightsProps) {
  const mine = members.find((member) => member.walletAddress === address);
  const holder = mine ? holderOf(members, mine) : null;
  return (
    <Notice action={connected ? undefined : <ConnectButton />}>
      {mine ? (
        <>
          <p>
            Your wallet is {roles[mine.role]} of this lab ({why(mine.source)}).
          </p>
          <p>{holder ? behind[holder] : rights[mine.role]}</p>
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
