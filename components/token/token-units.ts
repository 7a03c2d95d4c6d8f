import { formatAmount } from '@labroom/protocol/token-amount';
import { labTokenDecimals } from '#lib/access/holdable-token.ts';

/** An amount in the smallest unit, for display: `1,234.5678`. Rounds down to four decimal places. */
export function shownAmount(units: string): string {
  const amount = BigInt(units);
  const step = 10n ** BigInt(labTokenDecimals - 4);
  if (amount > 0n && amount < step) return 'under 0.0001';
  return formatAmount((amount / step) * step, labTokenDecimals);
}

/** An amount as a number of tokens, for drawing. */
export const drawnAmount = (units: string) => Number(BigInt(units)) / 10 ** labTokenDecimals;

/** A share from 0 to 1 as a percentage: `45.1 %`. */
export function shownShare(share: number): string {
  if (share > 0 && share < 0.001) return 'under 0.1 %';
  if (share < 1 && share > 0.999) return 'over 99.9 %';
  return `${(share * 100).toFixed(1).replace(/\.0$/, '')} %`;
}
