'use client';
import { useState } from 'react';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import type { MemberFieldsFragment } from '#packages/client/documents.generated.ts';
import { Button } from '../ui/button.tsx';
import { late } from '../ui/late.tsx';
import { MembersTable } from './members-table.tsx';
import { mayChange, rightsOf } from './rights.ts';
import { RightsNotice } from './rights-notice.tsx';
import type { RoleChoice } from './role-choice.tsx';
import { useRoleChange } from './use-role-change.ts';

// The dialogs include the chain code. Only users who may change a role load them.
const RoleChoiceDialog = late(() => import('./role-choice.tsx').then((module) => module.RoleChoiceDialog));
const RoleChangeProgress = late(() =>
  import('./role-change-progress.tsx').then((module) => module.RoleChangeProgress),
);

// Only those who decide on requests load it.
const RoleTasks = late(() => import('./role-tasks.tsx').then((module) => module.RoleTasks));

interface MembersPanelProps {
  lab: { oclId: string; name: string; shortname: string };
  initialMembers: readonly MemberFieldsFragment[];
}

/** The members of a lab, with the role changes that the user may make. */
export function MembersPanel({ lab, initialMembers }: MembersPanelProps) {
  const [members, setMembers] = useState(initialMembers);
  const [dialog, setDialog] = useState<RoleChoice | null>(null);
  const wallet = useWallet();
  const { change, start, clear } = useRoleChange(lab.oclId as `0x${string}`, setMembers);

  const rights = rightsOf(members, wallet.status === 'connected' ? wallet.address : undefined);
  const unsent = change !== null && (change.stage === 'checking' || change.stage === 'signing');

  function open(next: RoleChoice) {
    if (unsent) clear();
    setDialog(next);
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
        <RoleTasks
          lab={lab}
          members={members}
          rights={rights}
          wallet={wallet.status === 'connected' ? wallet.address : null}
          onChoose={open}
        />
      )}
      {change && !unsent && <RoleChangeProgress lab={lab} change={change} onClose={clear} />}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-lg">
          {members.length} {members.length === 1 ? 'member' : 'members'}
        </h2>
        <div className="flex flex-wrap gap-2">
          {rights.mayRemoveAll && members.some(({ role }) => role !== 'OWNER') && (
            <Button onClick={() => open('remove-all')}>Remove all members…</Button>
          )}
          {rights.mayGrant.length > 0 && (
            <Button variant="primary" onClick={() => open({ member: null })}>
              Grant a role
            </Button>
          )}
        </div>
      </div>
      <MembersTable
        members={members}
        mayChange={(member) => mayChange(rights, member)}
        {...(rights.mayGrant.length > 0 ? { onChange: (member) => open({ member }) } : {})}
      />
      {dialog && wallet.status === 'connected' && (
        <RoleChoiceDialog
          choice={dialog}
          lab={lab}
          members={members}
          rights={rights}
          change={unsent ? change : null}
          onSubmit={(transaction, goal) => start(transaction, goal, wallet.address, () => setDialog(null))}
          onClose={close}
        />
      )}
    </div>
  );
}
