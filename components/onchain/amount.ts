import { formatUnits } from 'viem';

export interface ReadableAmount {
  /** Grouped, with at most four decimals. */
  short: string;
  /** All digits. */
  exact: string;
}

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 4, roundingMode: 'trunc' });

/** Formats an amount given in smallest units as a decimal string; `null` if the value is not an amount. */
export function readableAmount(units: unknown, decimals: number): ReadableAmount | null {
  if (typeof units !== 'string' || !/^\d{1,78}$/.test(units)) return null;
  const exact = formatUnits(BigInt(units), decimals);
  // Intl formats strings exactly. A number would round large values.
  const short = format.format(exact as `${number}`);
  return { short: short === '0' && units !== '0' ? '< 0.0001' : short, exact };
}
