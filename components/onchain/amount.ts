import { formatUnits } from 'viem';

export interface ReadableAmount {
  /** Grouped, with at most four decimals. */
  short: string;
  /** Every digit there is. */
  exact: string;
}

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 4, roundingMode: 'trunc' });

/** An amount of the smallest units, as a decimal string, for people; `null` for what is no amount. */
export function readableAmount(units: unknown, decimals: number): ReadableAmount | null {
  if (typeof units !== 'string' || !/^\d{1,78}$/.test(units)) return null;
  const exact = formatUnits(BigInt(units), decimals);
  // As text, which Intl takes exactly: a number would round what is large.
  const short = format.format(exact as `${number}`);
  return { short: short === '0' && units !== '0' ? '< 0.0001' : short, exact };
}
