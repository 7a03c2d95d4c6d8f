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
  /** The last response; `null` before the first. */
  token: TokenOnChain | null;
  failure: FailureText | null;
  readAgain: () => void;
}

/** The lab's token, read from its contracts. */
export function useTokenOnChain({ labId }: LabOfToken): TokenReading {
  const config = usePublicConfig();
  const [token, setToken] = useState<TokenOnChain | null>(null);
  const [failure, setFailure] = useState<FailureText | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again
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
  }, [config, labId, attempt]);

  return { token, failure, readAgain: useCallback(() => setAttempt((before) => before + 1), []) };
}
