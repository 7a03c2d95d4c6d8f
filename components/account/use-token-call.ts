'use client';
import { useState } from 'react';
import { explainFailure, type FailureText } from '#lib/wallet/explain-failure.ts';

/** Runs one token call at a time. Returns the running action, and the result or error of the last call. */
export function useTokenCall<Action extends string, Result>() {
  const [busy, setBusy] = useState<Action | null>(null);
  const [failure, setFailure] = useState<FailureText | null>(null);
  const [result, setResult] = useState<Result | null>(null);

  async function run(action: Action, call: () => Promise<Result>): Promise<void> {
    setBusy(action);
    setFailure(null);
    setResult(null);
    try {
      setResult(await call());
    } catch (error) {
      setFailure(explainFailure(error));
    } finally {
      setBusy(null);
    }
  }

  return { busy, failure, result, run, forget: () => setResult(null) };
}
