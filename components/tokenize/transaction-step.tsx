'use client';
import { useState } from 'react';
import type { TokenizationState } from '#lib/tokenize/resolve-step.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { ForeseenRight } from './foreseen-right.tsx';
import { Review } from './review.tsx';
import type { TransactionActions } from './use-tokenization.ts';

interface TransactionStepProps {
  state: Extract<TokenizationState, { step: 'transaction' }>;
  actions: TransactionActions<TokenizationState>;
}

/** Sends the transaction that gives the lab its permanent token. */
export function TransactionStep({ state: { ready, signature, control }, actions }: TransactionStepProps) {
  const [isConfirmed, setConfirmed] = useState(false);
  const { draft } = actions;
  if (!draft) return null;
  const attached = draft.plan.kind === 'attach' ? draft.plan.token : null;
  return (
    <Review
      ready={ready}
      draft={{ ...draft, termsSignature: signature }}
      actions={actions}
      label={attached ? 'Attach the token' : 'Tokenize the lab'}
      isConfirmed={isConfirmed}
    >
      {attached && <ForeseenRight context={actions.context} token={attached} control={control} />}
      <Checkbox
        label="I understand that this cannot be undone."
        hint={
          attached
            ? 'This lab can never have another token.'
            : 'This lab can never have another token, symbol or agreement.'
        }
        checked={isConfirmed}
        onChange={({ target }) => setConfirmed(target.checked)}
      />
    </Review>
  );
}
