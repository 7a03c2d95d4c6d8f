'use client';
import { UserPlus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useNetwork } from '#lib/public-config.tsx';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import type { MemberFieldsFragment } from '#packages/client/documents.generated.ts';
import { Button } from '../ui/button.tsx';
import { MembersTable } from './members-table.tsx';
import { mayChange, rightsOf } from './rights.ts';
import { RightsNotice } from './rights-notice.tsx';
import { useRoleChange } from './use-role-change.ts';

// The dialog includes the chain code. Only users who may change a role load it.
const RoleDialog = dynamic(() => import('./role-dialog.tsx').then((module) => module.RoleDialog), {
  ssr: false,
});
const RoleChangeProgress = dynamic(
  () => import('./role-change-progress.tsx').then((module) => module.RoleChangeProgress),
  { ssr: false },
);

interface MembersPanelProps {
  lab: { oclId: string; name: string };
  initialMembers: readonly MemberFieldsFragment[];
}

/** The members of a lab, with the role changes that the user may make. */
export function MembersPanel({ lab, initialMembers }: MembersPanelProps) {
  const [members, setMembers] = useState(initialMembers);
  const [dialog, setDialog] = useState<{ member: MemberFieldsFragment | null } | null>(null);
  const wallet = useWallet();
  const network = useNetwork();
  const { change, start, clear } = useRoleChange(lab.oclId as `0x${string}`, setMembers);

  const rights = rightsOf(members, wallet.status === 'connected' ? wallet.address : undefined);
  const unsent = change !== null && (change.stage === 'checking' || change.stage === 'signing');

  function open(member: MemberFieldsFragment | null) {
    if (unsent) clear();
    setDialog({ member });
  }

  // The wallet may still sign after the dialog closes. Its transaction is then followed as well.
  function close() {
    setDialog(null);
    if (unsent && change.failure) clear();
  }

  return (
    <div className="flex flex-col gap-6">
      <RightsNotice members={members} />
      {change && !unsent && <RoleChangeProgress change={change} network={network} onClose={clear} />}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-lg">
          {members.length} {members.length === 1 ? 'member' : 'members'}
        </h2>
        {rights.mayGrant.length > 0 && (
          <Button variant="primary" onClick={() => open(null)}>
            <UserPlus aria-hidden className="size-4" /> Grant a role
          </Button>
        )}
      </div>
      <MembersTable
        members={members}
        mayChange={(member) => mayChange(rights, member)}
        {...(rights.mayGrant.length > 0 ? { onChange: open } : {})}
      />
      {dialog && wallet.status === 'connected' && (
        <RoleDialog
          key={dialog.member?.walletAddress ?? 'new'}
          lab={lab}
          member={dialog.member}
          members={members}
          mayGrant={rights.mayGrant}
          change={unsent ? change : null}
          onSubmit={(transaction, goal) => start(transaction, goal, wallet.address, () => setDialog(null))}
          onClose={close}
        />
      )}
    </div>
  );
}
