'use client';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { explainTokenizationError } from '#lib/tokenize/explain-tokenization-error.ts';
import { readToken } from '#lib/tokenize/token-on-chain.ts';
import { tokenizationContracts } from '#lib/tokenize/tokenization-context.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import type { LabOfToken } from './lab-of-token.ts';

/** The lab's token, read from its contracts. */
export function useTokenOnChain({ labId }: LabOfToken) {
  const config = usePublicConfig();
  return useRead({
    key: ['token', labId],
    read: async () => {
      const { tokenizer } = tokenizationContracts(config.network);
      return readToken(chainClient(config), tokenizer, BigInt(labId));
    },
    explain: explainTokenizationError,
  });
}
