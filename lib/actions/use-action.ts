'use client';
import { explainFailure, type FailureText } from '../wallet/explain-failure.ts';
import { type Run, useRun } from './use-run.ts';

interface Action<Args extends unknown[], Result> extends Omit<Run<Args, Result>, 'error'> {
  /** Why the last run failed. */
  failure: FailureText | null;
}

/** Runs an action of the user. Returns whether it is running, its result, or why it failed. */
export function useAction<Args extends unknown[], Result>(
  action: (...args: Args) => Promise<Result>,
  explain: (error: unknown) => FailureText = explainFailure,
): Action<Args, Result> {
  const { error, ...state } = useRun(action);
  return { ...state, failure: error === null ? null : explain(error) };
}
