'use client';
import { useCallback, useEffect, useState } from 'react';
import { usePublicConfig } from '#lib/public-config.tsx';
import { readSupply, type Supply } from '#lib/tokenize/read-supply.ts';

export type LiveSupply = Supply | 'reading' | 'failed';

/** The supply of a token as the chain tells this browser; `null`: there is no token to ask about. */
export function useSupply(token: { address: string; isAttached: boolean } | null): [LiveSupply, () => void] {
  const { rpcUrl } = usePublicConfig();
  const [live, setLive] = useState<LiveSupply>('reading');
  const [turn, setTurn] = useState(0);
  const address = token?.address ?? null;
  const isAttached = token?.isAttached ?? false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn reads again
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
  }, [rpcUrl, address, isAttached, turn]);

  return [live, useCallback(() => setTurn((before) => before + 1), [])];
}
