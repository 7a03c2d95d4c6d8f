'use client';
import { useCallback, useEffect, useState } from 'react';
import { networks } from '#contracts/networks.ts';
import { usePublicConfig } from '#lib/public-config.tsx';
import { explainTokenizationError } from '#lib/tokenize/explain-tokenization-error.ts';
import { readToken, type TokenOnChain } from '#lib/tokenize/token-on-chain.ts';
import { tokenizationContracts } from '#lib/tokenize/tokenization-context.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import type { LabOfToken } from './lab-of-token.ts';

interface TokenReading {
  /** The last answer; `null` before the first. */
  token: TokenOnChain | null;
  failure: FailureText | null;
  readAgain: () => void;
}

/** The token of a lab as its contracts tell of it to this browser. */
export function useTokenOnChain({ labId }: LabOfToken): TokenReading {
  const config = usePublicConfig();
  const [token, setToken] = useState<TokenOnChain | null>(null);
  const [failure, setFailure] = useState<FailureText | null>(null);
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn reads again
  useEffect(() => {
    let current = true;
    setFailure(null);
    const { tokenizer } = tokenizationContracts(networks[config.chainId]);
    readToken(chainClient(config), tokenizer, BigInt(labId)).then(
      (answer) => current && setToken(answer),
      (error: unknown) => current && setFailure(explainTokenizationError(error)),
    );
    return () => {
      current = false;
    };
  }, [config, labId, turn]);

  return { token, failure, readAgain: useCallback(() => setTurn((before) => before + 1), []) };
}
