'use client';
import { useCallback, useState } from 'react';

interface RunState<Result> {
  isRunning: boolean;
  /** What the last run threw; `null` if it did not fail. */
  error: unknown;
  /** What the last run returned. */
  result: Result | undefined;
}

export interface Run<Args extends unknown[], Result> extends RunState<Result> {
  /** Never rejects: an error is reported in `error`. */
  run(...args: Args): Promise<void>;
  /** Clears `error` and `result`. */
  reset(): void;
}

const idle = { isRunning: false, error: null, result: undefined };

/** Runs an action of the user. Small, for parts that are loaded with every page; others use `useAction`. */
export function useRun<Args extends unknown[], Result>(
  action: (...args: Args) => Promise<Result>,
): Run<Args, Result> {
  const [state, setState] = useState<RunState<Result>>(idle);

  async function run(...args: Args): Promise<void> {
    setState({ ...idle, isRunning: true });
    try {
      setState({ ...idle, result: await action(...args) });
    } catch (error) {
      setState({ ...idle, error });
    }
  }

  return { ...state, run, reset: useCallback(() => setState(idle), []) };
}
