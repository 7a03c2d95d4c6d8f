'use client';
import type { MemberFieldsFragment } from '@labroom/client/documents';
import { useState } from 'react';
import { labPath } from '#lib/api/lab-reference.ts';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import { Button } from '../../ui/button.tsx';
import { part } from '../../ui/part.tsx';
import { mayChange, rightsOf } from '../roles/rights.ts';
import type { RenewKeysPart } from '../roles/role-change-progress.tsx';
import type { RoleChoice } from '../roles/role-choice.tsx';
import { MembersTable } from './members-table.tsx';
import { RightsNotice } from './rights-notice.tsx';

// Only users who change a role load it.
const RoleChanges = part(async () => (await import('../roles/role-changes.tsx')).RoleChanges);

// Only members load it.
const OfferedRoleTasks = part(async () => (await import('./offered-role-tasks.tsx')).OfferedRoleTasks);

interface MembersPanelProps {
  lab: { oclId: string; name: string; shortname: string };
  initialMembers: readonly MemberFieldsFragment[];
  RenewKeys: RenewKeysPart;
}

/** The members of a lab, with the role changes that the user may make. */
export function MembersPanel({ lab, initialMembers, RenewKeys }: MembersPanelProps) {
  const [members, setMembers] = useState(initialMembers);
  // `undefined` until the first choice. A sent transaction is followed after its dialog has closed.
  const [choice, setChoice] = useState<RoleChoice | null>();
  const connected = useWallet();
  const wallet = connected.status === 'connected' ? connected.address : null;
  const rights = rightsOf(members, wallet ?? undefined);

  return (
    <div className="flex flex-col gap-6">
      <RightsNotice lab={lab} members={members} onMembers={setMembers} />
      {rights.role !== null && (
        <OfferedRoleTasks lab={lab} members={members} rights={rights} wallet={wallet} onChoose={setChoice} />
      )}
      {choice !== undefined && (
        <RoleChanges
          lab={lab}
          RenewKeys={RenewKeys}
          members={members}
          rights={rights}
          wallet={wallet}
          choice={choice}
          onMembers={setMembers}
          onClose={() => setChoice(null)}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-lg">
          {members.length} {members.length === 1 ? 'member' : 'members'}
        </h2>
        <div className="flex flex-wrap gap-2">
          {rights.mayRemoveAll && members.some(({ role }) => role !== 'OWNER') && (
            <Button onClick={() => setChoice('remove-all')}>Remove all members…</Button>
          )}
          {rights.mayGrant.length > 0 && (
            <Button variant="primary" onClick={() => setChoice({ member: null })}>
              Grant a role
            </Button>
          )}
        </div>
      </div>
      <MembersTable
        members={members}
        hrefOf={({ walletAddress }) => labPath(lab.shortname, 'members', [walletAddress])}
        mayChange={(member) => mayChange(rights, member)}
        {...(rights.mayGrant.length > 0 ? { onChange: (member) => setChoice({ member }) } : {})}
      />
    </div>
  );
}
