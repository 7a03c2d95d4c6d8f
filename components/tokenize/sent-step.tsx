'use client';
import { useEffect, useEffectEvent } from 'react';
import { useNetwork } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { explainTokenizationError } from '#lib/tokenize/explain-tokenization-error.ts';
import { waitForEffect } from '#lib/tokenize/wait-for-effect.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import type { TransactionActions } from './use-tokenization.ts';

interface SentStepProps {
  hash: `0x${string}`;
  /** Whether the contracts show the effect of the transaction. */
  hasHappened: () => Promise<boolean>;
  onDone: () => void;
  actions: TransactionActions<unknown>;
}

/** Waits for a sent transaction, also after a reload. */
export function SentStep({ hash, hasHappened, onDone, actions }: SentStepProps) {
  const network = useNetwork();
  const { client } = actions.context;
  const {
    data: isDone,
    failure,
    readAgain,
  } = useRead({
    key: ['effect', hash],
    read: ({ signal }) => waitForEffect(client, hash, hasHappened, signal).then(() => true),
    explain: explainTokenizationError,
  });
  const proceed = useEffectEvent(onDone);
  useEffect(() => {
    if (isDone) proceed();
  }, [isDone]);

  return (
    <div className="flex flex-col items-start gap-3">
      <p className="flex flex-wrap items-center gap-x-2">
        Transaction <Address value={hash} href={explorerLink(network, 'tx', hash)} />
      </p>
      {failure ? (
        <FailureNotice
          failure={failure}
          onRetry={readAgain}
          retry="Check again"
          action={
            <Button
              size="sm"
              variant="quiet"
              onClick={() =>
                actions.change(actions.draft && { ...actions.draft, sent: null, approvals: null })
              }
            >
              Send again
            </Button>
          }
        />
      ) : (
        <p>Waiting for the block. You can close this page and continue later.</p>
      )}
    </div>
  );
}
