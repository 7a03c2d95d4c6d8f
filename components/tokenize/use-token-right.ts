'use client';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { readTokenRight } from '#lib/tokenize/read-token-right.ts';
import type { LabOfToken } from './lab-of-token.ts';

/** The right of a lab to its attached token, read from the chain. `null`: nothing to read. */
export function useTokenRight(lab: LabOfToken, token: string | null) {
  const { rpcUrl, network } = usePublicConfig();
  const { labNft, tokenizer } = network.contracts;
  return useRead({
    key: ['token right', lab.labId, token ?? ''],
    read: () =>
      readTokenRight(
        rpcUrl,
        { labNft, tokenizer: tokenizer as `0x${string}` },
        { token: token as `0x${string}`, labId: lab.labId, account: lab.account },
      ),
    pause: !tokenizer || token === null,
  });
}
