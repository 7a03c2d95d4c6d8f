'use client';
import { useEffect, useState } from 'react';
import { usePublicConfig } from '#lib/public-config.tsx';
import { explainFailure, type FailureText } from '#lib/wallet/explain-failure.ts';
import type { Transaction } from '#lib/wallet/transactions/transaction.ts';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { ConnectButton } from '../wallet/connect-button.tsx';
import { TransactionSummary } from '../wallet/transaction-summary.tsx';

/** Shows the mint and its fee, and sends it. */
export function MintStep({ onSent }: { onSent: (hash: `0x${string}`) => void }) {
  const wallet = useWallet();
  if (wallet.status !== 'connected') {
    return (
      <div className="flex flex-col items-start gap-3">
        <p>Your wallet will own the lab: an NFT with its own onchain account.</p>
        <ConnectButton />
      </div>
    );
  }
  return <MintForm key={wallet.address} owner={wallet.address} onSent={onSent} />;
}

function MintForm({ owner, onSent }: { owner: `0x${string}`; onSent: (hash: `0x${string}`) => void }) {
  const config = usePublicConfig();
  const [transaction, setTransaction] = useState<Transaction | null>(null);
  const [failure, setFailure] = useState<FailureText | null>(null);
  const [stage, setStage] = useState<'idle' | 'checking' | 'signing'>('idle');
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads the fee again
  useEffect(() => {
    let current = true;
    setFailure(null);
    import('./mint.ts')
      .then(({ prepareMint }) => prepareMint(owner, config))
      .then(
        (prepared) => current && setTransaction(prepared),
        (error: unknown) => current && setFailure(explainFailure(error)),
      );
    return () => {
      current = false;
    };
  }, [owner, config, attempt]);

  async function mint(prepared: Transaction) {
    setFailure(null);
    try {
      const { sendMint } = await import('./mint.ts');
      onSent(await sendMint(prepared, owner, config, ({ stage: now }) => now !== 'sent' && setStage(now)));
    } catch (error) {
      setFailure(explainFailure(error));
      setStage('idle');
    }
  }

  return (
    <div className="flex flex-col items-start gap-4 text-ink">
      {transaction ? (
        <div className="w-full">
          <TransactionSummary {...transaction.describe} />
        </div>
      ) : (
        !failure && (
          <Loading label="Reading the fee from the chain">
            <Skeleton className="h-40 w-72" />
          </Loading>
        )
      )}
      {failure && (
        <div className="w-full">
          <ErrorState
            title={failure.title}
            action={
              !transaction && (
                <Button size="sm" onClick={() => setAttempt(attempt + 1)}>
                  Read the fee again
                </Button>
              )
            }
          >
            {failure.advice}
          </ErrorState>
        </div>
      )}
      {transaction && (
        <Button variant="primary" busy={stage !== 'idle'} onClick={() => mint(transaction)}>
          {{ idle: 'Mint the lab', checking: 'Checking', signing: 'Check your wallet' }[stage]}
        </Button>
      )}
    </div>
  );
}
