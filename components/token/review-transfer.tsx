'use client';
import { type ReactNode, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import type { SentTransfer } from '#lib/tokenize/unconfirmed-transfer.ts';
import type { TransactionDescription } from '#lib/wallet/transactions/transaction.ts';
import { TransactionSummary } from '../core/wallet/transaction-summary.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';

interface ReviewTransferProps {
  describe: TransactionDescription;
  /** Label of the button that opens the wallet. */
  action: string;
  /** Simulates the transfer and opens the wallet. Says through `onWallet` whether the wallet is asked now. */
  send: (onWallet: (isAsked: boolean) => void) => Promise<SentTransfer>;
  onSent: (sent: SentTransfer) => void;
  onBack: () => void;
  /** Below the summary. */
  children?: ReactNode;
}

/** Shows what a transfer does, then opens the wallet. */
export function ReviewTransfer({ describe, action, send, onSent, onBack, children }: ReviewTransferProps) {
  const [isAtWallet, setAtWallet] = useState(false);
  const sending = useAction(async () => onSent(await send(setAtWallet)));
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="w-full">
        <TransactionSummary {...describe} />
      </div>
      {children}
      <FailureNotice failure={sending.failure} />
      <div className="flex w-full flex-wrap justify-end gap-2">
        <Button disabled={sending.isRunning} onClick={onBack}>
          Back
        </Button>
        <Button variant="primary" busy={sending.isRunning} onClick={() => sending.run()}>
          {sending.isRunning ? (isAtWallet ? 'Check your wallet' : 'Simulating') : action}
        </Button>
      </div>
    </div>
  );
}
