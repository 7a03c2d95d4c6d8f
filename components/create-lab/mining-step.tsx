'use client';
import { useEffect, useState } from 'react';
import { useNetwork, usePublicConfig } from '#lib/public-config.tsx';
import { explainFailure, type FailureText } from '#lib/wallet/explain-failure.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';

interface MiningStepProps {
  hash: `0x${string}`;
  onMined: (oclId: `0x${string}`) => void;
  onAbandon: () => void;
}

/** Waits for the block of the mint, also after a reload. */
export function MiningStep({ hash, onMined, onAbandon }: MiningStepProps) {
  const config = usePublicConfig();
  const network = useNetwork();
  const [failure, setFailure] = useState<FailureText | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: waits once per attempt, not per render
  useEffect(() => {
    let current = true;
    setFailure(null);
    import('./mint.ts')
      .then(({ waitForLab }) => waitForLab(hash, config))
      .then(
        (oclId) => current && onMined(oclId),
        (error: unknown) => current && setFailure(explainFailure(error)),
      );
    return () => {
      current = false;
    };
  }, [hash, attempt]);

  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-2">
        Transaction <Address value={hash} href={explorerLink(network, 'tx', hash)} />
      </p>
      {failure ? (
        <ErrorState
          title={failure.title}
          action={
            <>
              <Button size="sm" onClick={() => setAttempt(attempt + 1)}>
                Check again
              </Button>
              <Button size="sm" variant="quiet" onClick={onAbandon}>
                Start over
              </Button>
            </>
          }
        >
          {failure.advice}
        </ErrorState>
      ) : (
        <p>You can close this page and continue later.</p>
      )}
    </div>
  );
}
