'use client';
import { useCallback, useEffect, useState } from 'react';
import { networks } from '../../contracts/networks.ts';
import { usePublicConfig } from '../../lib/public-config.tsx';
import type { TokenOnChain } from '../../lib/tokenize/token-on-chain.ts';
import type { LabOfToken } from './lab-of-token.ts';

export type Reading = { state: 'reading' | 'failed' } | { state: 'known'; token: TokenOnChain | null };

interface TokenReading {
  reading: Reading;
  readAgain: () => void;
  /** Takes what somebody else has read. */
  know: (token: TokenOnChain) => void;
}

/** The token of a lab as its contracts tell of it to this browser. */
export function useTokenOnChain({ labId }: LabOfToken): TokenReading {
  const config = usePublicConfig();
  const [reading, setReading] = useState<Reading>({ state: 'reading' });
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn reads again
  useEffect(() => {
    let current = true;
    const { tokenizer } = networks[config.chainId].contracts;
    const read = async () => {
      if (!tokenizer) return null;
      const [{ chainClient }, { readToken }] = await Promise.all([
        import('../../lib/wallet/chain.ts'),
        import('../../lib/tokenize/token-on-chain.ts'),
      ]);
      return readToken(chainClient(config), tokenizer, BigInt(labId));
    };
    read().then(
      (token) => current && setReading({ state: 'known', token }),
      () => current && setReading({ state: 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [config, labId, turn]);

  const readAgain = useCallback(() => setTurn((before) => before + 1), []);
  const know = useCallback((token: TokenOnChain) => setReading({ state: 'known', token }), []);
  return { reading, readAgain, know };
}
