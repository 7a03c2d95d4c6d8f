'use client';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { readSenders } from '#lib/tokenize/read-senders.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import type { TokenOfPage } from './token-of-page.ts';

/** Whose tokens a wallet can send, with their balances. */
export function useSenders({ address, lab }: TokenOfPage, wallet: `0x${string}`) {
  const config = usePublicConfig();
  return useRead({
    key: ['senders', address, wallet],
    read: () =>
      readSenders({
        client: chainClient(config),
        network: config.network,
        token: address,
        lab: { labId: BigInt(lab.labId), account: lab.account },
        wallet,
      }),
  });
}
