import { formatAmount } from './token-amount.ts';

/** The stablecoin of a network. */
export interface StablecoinOfNetwork {
  contracts: { usdc: string };
  stablecoin: { decimals: number };
}

/** An amount in the stablecoin of the network, "0.01 USDC"; of another token in its smallest unit. */
export function tokenText(
  { contracts, stablecoin }: StablecoinOfNetwork,
  { amount, asset }: { amount: string; asset: string },
): string {
  if (asset.toLowerCase() !== contracts.usdc.toLowerCase()) return `${amount} units`;
  return `${formatAmount(BigInt(amount), stablecoin.decimals)} USDC`;
}
