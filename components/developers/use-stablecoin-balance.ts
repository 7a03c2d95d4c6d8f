'use client';
import { erc20Abi, formatUnits } from 'viem';
import { useNetwork, usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { chainClient } from '#lib/wallet/chain.ts';

/** Stablecoin balance of a wallet, e.g. `9.99 USDC`. */
export function useStablecoinBalance(owner: `0x${string}`) {
  const config = usePublicConfig();
  const { contracts, stablecoin } = useNetwork();
  return useRead({
    key: ['stablecoin balance', owner],
    read: async () => {
      const balance = await chainClient(config).readContract({
        address: contracts.usdc,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [owner],
      });
      return `${formatUnits(balance, stablecoin.decimals)} USDC`;
    },
  });
}
