import { formatEther } from 'viem';
import type { Cost } from '#lib/tokenize/dry-run.ts';

/** Formats a fee with three significant digits: gas prices change within minutes, so more would not be accurate. */
export function formatFee({ fee }: Pick<Cost, 'fee'>): string {
  const [whole = '0', fraction = ''] = formatEther(fee).split('.');
  if (whole !== '0') return `${whole}.${fraction.slice(0, 3)}`.replace(/(?<!0)0+$/, '').replace(/\.$/, '');
  const zeros = fraction.length - fraction.replace(/^0+/, '').length;
  const digits = fraction.slice(0, zeros + 3).replace(/(?<!0)0+$/, '');
  return digits ? `0.${digits}` : '0';
}
