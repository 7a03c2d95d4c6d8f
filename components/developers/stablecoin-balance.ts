import { erc20Abi, formatUnits } from 'viem';
import { networks } from '#contracts/networks.ts';
import type { PublicConfig } from '#lib/public-config.tsx';
import { chainClient } from '#lib/wallet/chain.ts';

/** Stablecoin balance of a wallet, e.g. `9.99 USDC`. Errors: viem's, if the chain cannot be read. */
export async function stablecoinBalance(config: PublicConfig, owner: `0x${string}`): Promise<string> {
  const { contracts, stablecoin } = networks[config.chainId];
  const balance = await chainClient(config).readContract({
    address: contracts.usdc,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  });
  return `${formatUnits(balance, stablecoin.decimals)} USDC`;
}
