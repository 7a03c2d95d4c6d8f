'use client';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { readSupply } from '#lib/tokenize/read-supply.ts';
import type { ShownToken } from './shown-token.ts';

/** Supply of a token, read from the chain. `null`: nothing to read. */
export function useSupply(token: Pick<ShownToken, 'address' | 'isAttached'> | null) {
  const { rpcUrl } = usePublicConfig();
  const { address = '0x', isAttached = false } = token ?? {};
  return useRead({
    key: ['supply', address, String(isAttached)],
    read: () => readSupply(rpcUrl, address as `0x${string}`, isAttached),
    pause: !token,
  });
}
