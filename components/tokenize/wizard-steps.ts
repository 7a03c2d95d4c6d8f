import type { ReactNode } from 'react';
import { StepError, steps, type TokenizationState, type TokenizeStep } from '#lib/tokenize/resolve-step.ts';
import type { StepState } from '../ui/steps.tsx';

const titles: Record<TokenizeStep, string> = {
  agreement: 'Choose the agreement',
  terms: 'Read what you accept',
  signature: 'Sign it',
  trial: 'Trial run',
  transaction: 'Make the token',
  token: 'The token',
};

/** The step of each state. */
const positions: Record<TokenizationState['step'], number> = {
  agreement: steps.indexOf('agreement'),
  signature: steps.indexOf('signature'),
  transaction: steps.indexOf('transaction'),
  sent: steps.indexOf('transaction'),
  token: steps.length,
};

interface StepOfWizard {
  step: TokenizeStep;
  title: string;
  state: StepState;
}

/** The display state of each wizard step. */
export function stepsOf(tokenization: TokenizationState | null, loadError: unknown): StepOfWizard[] {
  const failedAt = loadError instanceof StepError ? steps.indexOf(loadError.step) : loadError ? 0 : -1;
  const reached = tokenization ? positions[tokenization.step] : 0;
  return steps.map((step, position) => {
    let state: StepState = 'waiting';
    if (failedAt >= 0) {
      state = position < failedAt ? 'done' : position === failedAt ? 'failed' : 'waiting';
    } else if (position < reached) state = 'done';
    else if (position === reached)
      state = tokenization && tokenization.step !== 'sent' ? 'current' : 'active';
    return { step, title: titles[step], state };
  });
}

export type StepDetails = Partial<Record<TokenizeStep, ReactNode>>;
