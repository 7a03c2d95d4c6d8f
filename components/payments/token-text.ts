import type { Network } from '#contracts/networks.ts';
import { formatAmount } from '#packages/protocol/token-amount.ts';

/** An amount in the stablecoin of the network, "0.01 USDC"; of another token in its smallest unit. */
export function tokenText(
  { contracts, stablecoin }: Pick<Network, 'contracts' | 'stablecoin'>,
  { amount, asset }: { amount: string; asset: string },
): string {
  if (asset !== contracts.usdc.toLowerCase()) return `${amount} units`;
  return `${formatAmount(BigInt(amount), stablecoin.decimals)} USDC`;
}
