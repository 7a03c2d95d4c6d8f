'use client';
import { useState } from 'react';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import type {
  AccessRequestFieldsFragment,
  MemberFieldsFragment,
} from '#packages/client/documents.generated.ts';
import { Button } from '../ui/button.tsx';
import { late } from '../ui/late.tsx';
import { Notice } from '../ui/notice.tsx';
import { MembersTable } from './members-table.tsx';
import { mayChange, rightsOf } from './rights.ts';
import { RightsNotice } from './rights-notice.tsx';
import type { AskedRole } from './role-dialog.tsx';
import { useRoleChange } from './use-role-change.ts';

// The dialog includes the chain code. Only users who may change a role load it.
const RoleDialog = late(() => import('./role-dialog.tsx').then((module) => module.RoleDialog));
const RoleChangeProgress = late(() =>
  import('./role-change-progress.tsx').then((module) => module.RoleChangeProgress),
);

// Only users who may extend a role load it.
const EndingRoles = late(() => import('./ending-roles.tsx').then((module) => module.EndingRoles));

// Only those who decide on requests load it.
const RequestsSection = late(() =>
  import('../access-requests/requests-section.tsx').then((module) => module.RequestsSection),
);

const RemoveAllDialog = late(() =>
  import('./remove-all-dialog.tsx').then((module) => module.RemoveAllDialog),
);

type RoleChoice = { member: MemberFieldsFragment | null; asked?: AskedRole };

interface MembersPanelProps {
  lab: { oclId: string; name: string; shortname: string };
  initialMembers: readonly MemberFieldsFragment[];
}

/** The members of a lab, with the role changes that the user may make. */
export function MembersPanel({ lab, initialMembers }: MembersPanelProps) {
  const [members, setMembers] = useState(initialMembers);
  const [dialog, setDialog] = useState<RoleChoice | 'remove-all' | null>(null);
  const wallet = useWallet();
  const { change, start, clear } = useRoleChange(lab.oclId as `0x${string}`, setMembers);

  const rights = rightsOf(members, wallet.status === 'connected' ? wallet.address : undefined);
  const unsent = change !== null && (change.stage === 'checking' || change.stage === 'signing');

  const granted = members.filter(({ role }) => role !== 'OWNER');
  const fromBefore = members.filter(({ grantedBeforeHolder }) => grantedBeforeHolder).length;

  function open(next: RoleChoice | 'remove-all') {
    if (unsent) clear();
    setDialog(next);
  }

  function grantAsked({ wallet: account, role, until }: AccessRequestFieldsFragment) {
    if (role === 'OWNER') return;
    const member = members.find(({ walletAddress }) => walletAddress === account) ?? null;
    open({ member, asked: { account, role, until: until === null ? null : new Date(until) } });
  }

  // The wallet may still sign after the dialog closes. Its transaction is then followed as well.
  function close() {
    setDialog(null);
    if (unsent && change.failure) clear();
  }

  return (
    <div className="flex flex-col gap-6">
      <RightsNotice lab={lab} members={members} onMembers={setMembers} />
      {(rights.role === 'OWNER' || rights.role === 'CONTRIBUTOR') && (
        <RequestsSection
          lab={lab}
          rights={rights}
          wallet={wallet.status === 'connected' ? wallet.address : null}
          onGrant={grantAsked}
        />
      )}
      {change && !unsent && <RoleChangeProgress lab={lab} change={change} onClose={clear} />}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-lg">
          {members.length} {members.length === 1 ? 'member' : 'members'}
        </h2>
        <div className="flex flex-wrap gap-2">
          {rights.mayRemoveAll && granted.length > 0 && (
            <Button onClick={() => open('remove-all')}>Remove all members…</Button>
          )}
          {rights.mayGrant.length > 0 && (
            <Button variant="primary" onClick={() => open({ member: null })}>
              Grant a role
            </Button>
          )}
        </div>
      </div>
      {fromBefore > 0 && (
        <Notice kind="warning">
          {fromBefore === 1 ? '1 role was' : `${fromBefore} roles were`} granted by an earlier holder of the
          LabNFT and {fromBefore === 1 ? 'holds' : 'hold'} until the present holder revokes{' '}
          {fromBefore === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      {rights.mayGrant.length > 0 && (
        <EndingRoles
          members={members}
          mayChange={(member) => mayChange(rights, member)}
          onExtend={(member) => open({ member })}
        />
      )}
      <MembersTable
        members={members}
        mayChange={(member) => mayChange(rights, member)}
        {...(rights.mayGrant.length > 0 ? { onChange: (member) => open({ member }) } : {})}
      />
      {dialog === 'remove-all' && wallet.status === 'connected' && (
        <RemoveAllDialog
          lab={lab}
          granted={granted.map(({ walletAddress }) => walletAddress as `0x${string}`)}
          change={unsent ? change : null}
          onSubmit={(transaction, goal) => start(transaction, goal, wallet.address, () => setDialog(null))}
          onClose={close}
        />
      )}
      {dialog && dialog !== 'remove-all' && wallet.status === 'connected' && (
        <RoleDialog
          key={dialog.asked?.account ?? dialog.member?.walletAddress ?? 'new'}
          lab={lab}
          member={dialog.member}
          asked={dialog.asked}
          members={members}
          mayGrant={rights.mayGrant}
          latest={rights.latest}
          change={unsent ? change : null}
          onSubmit={(transaction, goal) => start(transaction, goal, wallet.address, () => setDialog(null))}
          onClose={close}
        />
      )}
    </div>
  );
}
