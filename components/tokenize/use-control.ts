'use client';
import { usePublicConfig } from '#lib/public-config.tsx';
import { readControl } from '#lib/tokenize/controller.ts';
import { useRead } from '#lib/use-read.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import type { LabOfToken } from './lab-of-token.ts';

/** How a wallet controls the lab, read from the chain. */
export function useControl({ labId }: LabOfToken, wallet: `0x${string}`) {
  const config = usePublicConfig();
  return useRead({
    key: ['control', labId, wallet],
    read: () => readControl(chainClient(config), config.network, BigInt(labId), wallet),
  });
}
