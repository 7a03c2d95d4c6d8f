'use client';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { readControl } from '#lib/tokenize/controller.ts';
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
