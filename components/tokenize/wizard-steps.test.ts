import { expect, it } from 'vitest';
import { StepError, type TokenizationState } from '#lib/tokenize/resolve-step.ts';
import { stepsOf } from './wizard-steps.ts';

const states = (state: TokenizationState | null, loadError: unknown = null) =>
  stepsOf(state, loadError).map(({ state }) => state);
const at = (step: TokenizationState['step']) => ({ step }) as TokenizationState;

it('shows done, current and waiting steps', () => {
  expect(states(null)).toEqual(['active', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting']);
  expect(states(at('agreement'))[0]).toBe('current');
  expect(states(at('signature'))).toEqual(['done', 'done', 'current', 'waiting', 'waiting', 'waiting']);
  expect(states(at('transaction'))).toEqual(['done', 'done', 'done', 'done', 'current', 'waiting']);
  expect(states(at('sent'))[4]).toBe('active');
  expect(new Set(states(at('token')))).toEqual(new Set(['done']));
});

it('shows the step that failed, whatever state was known before', () => {
  const loadError = new StepError('terms', new Error('differ'));
  expect(states(at('transaction'), loadError)).toEqual([
    'done',
    'failed',
    'waiting',
    'waiting',
    'waiting',
    'waiting',
  ]);
});
