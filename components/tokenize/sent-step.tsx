'use client';
import { useRead } from '#lib/reading/use-read.ts';
import { explainTokenizationError } from '#lib/tokenize/explain-tokenization-error.ts';
import { waitForEffect } from '#lib/tokenize/wait-for-effect.ts';
import { SentTransaction } from '../core/wallet/sent-transaction.tsx';
import type { TransactionActions } from './use-tokenization.ts';

interface SentStepProps {
  hash: `0x${string}`;
  /** Whether the contracts show the effect of the transaction. */
  hasHappened: () => Promise<boolean>;
  onDone: () => void;
  actions: TransactionActions<unknown>;
}

/** Waits for the effect of a transaction of the tokenization. */
export function SentStep({ hash, hasHappened, onDone, actions }: SentStepProps) {
  const { client } = actions.context;
  const effect = useRead({
    key: ['effect', hash],
    read: ({ signal }) => waitForEffect(client, hash, hasHappened, signal).then(() => true),
    explain: explainTokenizationError,
  });
  const forget = () => actions.change(actions.draft && { ...actions.draft, sent: null, approvals: null });
  return (
    <SentTransaction
      hash={hash}
      effect={effect}
      onEffect={onDone}
      instead={{ label: 'Send again', run: forget }}
    >
      Waiting for the block. You can close this page and continue later.
    </SentTransaction>
  );
}
