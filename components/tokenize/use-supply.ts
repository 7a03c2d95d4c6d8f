'use client';
import { useCallback, useEffect, useState } from 'react';
import { usePublicConfig } from '#lib/public-config.tsx';
import { readSupply, type Supply } from '#lib/tokenize/read-supply.ts';

export type LiveSupply = Supply | 'reading' | 'failed';

/** Supply of a token, read from the chain, and a function that reads it again. `null`: nothing to read. */
export function useSupply(token: { address: string; isAttached: boolean } | null): [LiveSupply, () => void] {
  const { rpcUrl } = usePublicConfig();
  const [live, setLive] = useState<LiveSupply>('reading');
  const [attempt, setAttempt] = useState(0);
  const address = token?.address ?? null;
  const isAttached = token?.isAttached ?? false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again
  useEffect(() => {
    if (address === null) return;
    let current = true;
    readSupply(rpcUrl, address as `0x${string}`, isAttached).then(
      (supply) => current && setLive(supply),
      () => current && setLive('failed'),
    );
    return () => {
      current = false;
    };
  }, [rpcUrl, address, isAttached, attempt]);

  return [live, useCallback(() => setAttempt((before) => before + 1), [])];
}
