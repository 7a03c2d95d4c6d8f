'use client';
import { type ReactNode, useCallback } from 'react';
import type { Draft } from '#lib/tokenize/draft.ts';
import { explainTokenizationError } from '#lib/tokenize/explain-tokenization-error.ts';
import type { ReadyTransaction } from '#lib/tokenize/ready-transaction.ts';
import { isDone, readySupplyChange, type SupplyPlan } from '#lib/tokenize/supply.ts';
import { readToken } from '#lib/tokenize/token-on-chain.ts';
import { type TokenizationContext, tokenizationContracts } from '#lib/tokenize/tokenization-context.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { Review } from './review.tsx';
import { SentStep } from './sent-step.tsx';
import type { SupplyProps } from './supply-props.ts';
import { type TransactionActions, useTokenization } from './use-tokenization.ts';

/** A supply change that is ready to send or already sent; `null` while it is not decided. */
export type SupplyState = ReadyTransaction | { hash: `0x${string}` } | null;

/** Stores the draft of a supply change and simulates it. */
export function useSupplyActions(
  { lab, wallet }: SupplyProps,
  subject: 'issue' | 'cap',
): TransactionActions<SupplyState> & { plan: SupplyPlan | null } {
  const readState = useCallback(
    async (context: TokenizationContext, draft: Draft | null): Promise<SupplyState> => {
      if (draft?.sent) return { hash: draft.sent };
      const plan = planOf(draft);
      return draft && plan ? readySupplyChange(context, plan, draft) : null;
    },
    [],
  );
  const actions = useTokenization({ lab, wallet, subject, readState });
  return { ...actions, plan: planOf(actions.draft) };
}

function planOf(draft: Draft | null): SupplyPlan | null {
  const plan = draft?.plan;
  return plan?.kind === 'issue' || plan?.kind === 'cap' ? plan : null;
}

interface SupplyReviewProps {
  actions: ReturnType<typeof useSupplyActions>;
  label: string;
  danger?: boolean;
  isConfirmed?: boolean;
  onDone: () => void;
  children?: ReactNode;
  /** Back button, while going back is possible. */
  back: ReactNode;
}

/** Shows the effect of a supply change, then the state of its transaction. */
export function SupplyReview({
  actions,
  label,
  danger = false,
  isConfirmed = true,
  onDone,
  children,
  back,
}: SupplyReviewProps) {
  const { state, loadError, draft, plan, context } = actions;
  if (!draft || !plan) return null;
  if (loadError) {
    return (
      <FailureNotice failure={explainTokenizationError(loadError)} onRetry={actions.refresh} action={back} />
    );
  }
  if (!state) {
    return <Loading label="Simulating on the chain" className="h-48 w-full" />;
  }
  if ('hash' in state) {
    const { tokenizer } = tokenizationContracts(context.network);
    const hasHappened = async () => {
      const token = await readToken(context.client, tokenizer, context.lab.labId);
      return token !== null && isDone(plan, token);
    };
    return <SentStep hash={state.hash} hasHappened={hasHappened} onDone={onDone} actions={actions} />;
  }
  return (
    <Review
      ready={state}
      draft={draft}
      actions={actions}
      label={label}
      danger={danger}
      isConfirmed={isConfirmed}
      back={back}
    >
      {children}
    </Review>
  );
}
