'use client';
import { useState } from 'react';
import type { TokenizationState } from '#lib/tokenize/resolve-step.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Review } from './review.tsx';
import type { TransactionActions } from './use-tokenization.ts';

interface TransactionStepProps {
  state: Extract<TokenizationState, { step: 'transaction' }>;
  actions: TransactionActions<TokenizationState>;
}

/** Sends the transaction that gives the lab its permanent token. */
export function TransactionStep({ state: { ready, signature }, actions }: TransactionStepProps) {
  const [isConfirmed, setConfirmed] = useState(false);
  const { draft } = actions;
  if (!draft) return null;
  const isAttaching = draft.plan.kind === 'attach';
  return (
    <Review
      ready={ready}
      draft={{ ...draft, termsSignature: signature }}
      actions={actions}
      label={isAttaching ? 'Attach the token' : 'Tokenize the lab'}
      isConfirmed={isConfirmed}
    >
      <Checkbox
        label="I understand that this cannot be undone."
        hint={
          isAttaching
            ? 'This lab can never have another token.'
            : 'This lab can never have another token, symbol or agreement.'
        }
        checked={isConfirmed}
        onChange={({ target }) => setConfirmed(target.checked)}
      />
    </Review>
  );
}
