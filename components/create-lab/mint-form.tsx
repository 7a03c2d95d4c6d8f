'use client';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { sendTransaction } from '#lib/wallet/run-transaction.ts';
import type { Transaction } from '#lib/wallet/transactions/transaction.ts';
import { TransactionSummary } from '../core/wallet/transaction-summary.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { prepareMint } from './mint.ts';

interface MintFormProps {
  owner: `0x${string}`;
  isNamed: boolean;
  onSent: (hash: `0x${string}`) => void;
}

/** Shows the mint and its fee, and sends it. */
export function MintForm({ owner, isNamed, onSent }: MintFormProps) {
  const config = usePublicConfig();
  const [isSigning, setSigning] = useState(false);
  const mint = useRead({ key: ['mint', owner], read: () => prepareMint(owner, config) });
  const sending = useAction(async (transaction: Transaction) => {
    onSent(await sendTransaction(transaction, owner, config, ({ stage }) => setSigning(stage === 'signing')));
  });
  const transaction = mint.data;
  const failure = sending.failure ?? mint.failure;

  return (
    <div className="flex flex-col items-start gap-4 text-ink">
      {transaction ? (
        <div className="w-full">
          <TransactionSummary {...transaction.describe} />
        </div>
      ) : (
        !failure && <Loading label="Reading the fee from the chain" className="h-40 w-72" />
      )}
      <FailureNotice failure={failure} {...(!transaction && { onRetry: mint.readAgain })} />
      {transaction && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="primary"
            busy={sending.isRunning}
            disabled={!isNamed}
            onClick={() => sending.run(transaction)}
          >
            {sending.isRunning ? (isSigning ? 'Check your wallet' : 'Checking') : 'Create the lab'}
          </Button>
          {!isNamed && <p className="text-sm text-ink2">Give it a name first.</p>}
        </div>
      )}
    </div>
  );
}
