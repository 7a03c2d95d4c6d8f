'use client';
import { useNetwork } from '#lib/public-config.tsx';
import { revokeAllRoles } from '#lib/wallet/transactions/revoke-all-roles.ts';
import type { Transaction } from '#lib/wallet/transactions/transaction.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { NetworkBanner } from '../wallet/network-banner.tsx';
import { TransactionSummary } from '../wallet/transaction-summary.tsx';
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Remove all members"
      description="All granted roles end in one transaction of your wallet. Owners stay."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={() => onSubmit(transaction, { everyone: granted })}>
            {busy ? busyLabel(change) : 'Remove all members'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <NetworkBanner />
        <TransactionSummary {...transaction.describe} />
        <FailureNotice failure={change?.failure} />
      </div>
    </Dialog>
  );
}
