'use client';
import type { MemberFieldsFragment } from '@labroom/client/documents';
import { ConnectButton } from '../../core/wallet/connect-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { MyRequest } from '../requests/my-request.tsx';
import { sourceText } from '../roles/member-sources.ts';
import { readMembers } from '../roles/read-members.ts';
import { holderOf } from '../roles/rights.ts';
import { endingSoon } from './ending-soon.ts';

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
  lab: { oclId: string; name: string };
  members: readonly MemberFieldsFragment[];
  onMembers: (members: MemberFieldsFragment[]) => void;
  /** The user's wallet, lowercase. */
  address: string;
  /** Whether the wallet itself is connected, besides the session. */
  connected: boolean;
}

/** What the user's wallet may do in this lab, and why. */
export function MyRights({ lab, members, onMembers, address, connected }: MyRightsProps) {
  const mine = members.find((member) => member.walletAddress === address);
  const holder = mine ? holderOf(members, mine) : null;
  const ending = mine && endingSoon([mine], new Date()).length > 0 ? mine : undefined;
  return (
    <div className="flex flex-col gap-3">
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
            <p>It can open public files. An owner or contributor can grant it a role.</p>
          </>
        )}
        {ending && (
          <p className="font-medium">
            It ends <Time value={new Date(Number(ending.expiry) * 1000).toISOString()} />.
          </p>
        )}
        {!connected && <p>You are signed in, but transactions need the wallet itself.</p>}
      </Notice>
      {(!mine || (ending && ending.role !== 'OWNER')) && (
        <MyRequest
          lab={lab}
          renews={ending?.role === 'OWNER' ? undefined : ending?.role}
          onGranted={() => void readMembers(lab.oclId).then(onMembers)}
        />
      )}
    </div>
  );
}

/** The source of a role, worded for use within a sentence. */
function why(source: MemberFieldsFragment['source']): string {
  const words = sourceText(source);
  return words.charAt(0).toLowerCase() + words.slice(1);
}
