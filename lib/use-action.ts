'use client';
import { useCallback, useState } from 'react';
import { explainFailure, type FailureText } from './wallet/explain-failure.ts';

interface ActionState<Result> {
  isRunning: boolean;
  /** Why the last run failed. */
  failure: FailureText | null;
  /** What the last run returned. */
  result: Result | undefined;
}

interface Action<Args extends unknown[], Result> extends ActionState<Result> {
  /** Never rejects: an error is reported in `failure`. */
  run(...args: Args): Promise<void>;
  /** Clears `failure` and `result`. */
  reset(): void;
}

const idle = { isRunning: false, failure: null, result: undefined };

/** Runs an action of the user. Returns whether it is running, its result, or why it failed. */
export function useAction<Args extends unknown[], Result>(
  action: (...args: Args) => Promise<Result>,
  explain: (error: unknown) => FailureText = explainFailure,
): Action<Args, Result> {
  const [state, setState] = useState<ActionState<Result>>(idle);

  async function run(...args: Args): Promise<void> {
    setState({ ...idle, isRunning: true });
    try {
      setState({ ...idle, result: await action(...args) });
    } catch (error) {
      setState({ ...idle, failure: explain(error) });
    }
  }

  return { ...state, run, reset: useCallback(() => setState(idle), []) };
}
