'use client';
import { useNetwork } from '#lib/config/public-config.tsx';
import { revokeAllRoles } from '#lib/wallet/transactions/revoke-all-roles.ts';
import type { Transaction } from '#lib/wallet/transactions/transaction.ts';
import { NetworkBanner } from '../../core/wallet/network-banner.tsx';
import { TransactionSummary } from '../../core/wallet/transaction-summary.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { busyLabel, type RoleChange, type RoleGoal } from './role-change.ts';

interface RemoveAllDialogProps {
  lab: { oclId: string; name: string };
  /** Addresses with a granted role, lowercase. */
  granted: readonly `0x${string}`[];
  /** The change started in this dialog, until its transaction is sent. */
  change: RoleChange | null;
  onSubmit: (transaction: Transaction, goal: RoleGoal) => void;
  onClose: () => void;
}

/** Describes the transaction that ends every granted role of the lab, and sends it. */
export function RemoveAllDialog({ lab, granted, change, onSubmit, onClose }: RemoveAllDialogProps) {
  const transaction = revokeAllRoles({ network: useNetwork(), lab, count: granted.length });
  const busy = change !== null && change.failure === undefined;
  return (
    <ActionDialog
      failure={change?.failure}
      onClose={onClose}
      title="Remove all members"
      description="All granted roles end in one transaction of your wallet. Owners stay."
      action={busy ? busyLabel(change) : 'Remove all members'}
      variant="danger"
      busy={busy}
      onAction={() => onSubmit(transaction, { everyone: granted })}
    >
      <NetworkBanner />
      <TransactionSummary {...transaction.describe} />
    </ActionDialog>
  );
}
