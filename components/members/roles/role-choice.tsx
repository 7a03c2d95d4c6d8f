'use client';
import type { AccessRequestFieldsFragment, MemberFieldsFragment } from '@labroom/client/documents';
import type { Transaction } from '#lib/wallet/transactions/transaction.ts';
import { RemoveAllDialog } from './remove-all-dialog.tsx';
import type { Rights } from './rights.ts';
import type { RoleChange, RoleGoal } from './role-change.ts';
import { type AskedRole, RoleDialog } from './role-dialog.tsx';

/** What the user changes: the role of a member, that of a new one, or all roles. */
export type RoleChoice =
  | 'remove-all'
  | { member: MemberFieldsFragment | null; asked?: AccessRequestFieldsFragment }
  /** The role of this member ends. */
  | { member: MemberFieldsFragment; revokes: true };

interface RoleChoiceDialogProps {
  choice: RoleChoice;
  lab: { oclId: string; name: string };
  members: readonly MemberFieldsFragment[];
  rights: Rights;
  /** The change started in this dialog, until its transaction is sent. */
  change: RoleChange | null;
  onSubmit: (transaction: Transaction, goal: RoleGoal) => void;
  onClose: () => void;
}

/** The dialog of a choice. It includes the chain code. */
export function RoleChoiceDialog({ choice, members, rights, ...props }: RoleChoiceDialogProps) {
  if (choice === 'remove-all') {
    const granted = members.filter(({ role }) => role !== 'OWNER');
    return (
      <RemoveAllDialog
        {...props}
        granted={granted.map(({ walletAddress }) => walletAddress as `0x${string}`)}
      />
    );
  }
  const { member } = choice;
  const asked = 'asked' in choice ? choice.asked : undefined;
  return (
    <RoleDialog
      {...props}
      key={asked?.wallet ?? member?.walletAddress ?? 'new'}
      member={member}
      revokes={'revokes' in choice}
      asked={asked && askedRole(asked)}
      members={members}
      mayGrant={rights.mayGrant}
      latest={rights.latest}
    />
  );
}

/** What a request asks for; nobody can ask to be an owner. */
function askedRole({ wallet: account, role, until }: AccessRequestFieldsFragment): AskedRole | undefined {
  return role === 'OWNER' ? undefined : { account, role, until: until === null ? null : new Date(until) };
}
