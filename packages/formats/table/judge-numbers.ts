import { plainSigns } from './number-signs.ts';
import type { NumberStyle } from './number-style.ts';

/** Cells that have both signs, or one of them in a place where only one meaning is possible. */
const EVIDENCE = {
  point: [
    /^\D{0,2}\d{1,3}(?:,\d{3})+\.\d+\D{0,6}$/,
    /^[+\-−–]?[\d '’\u00A0\u2009\u202F]*\.(?:\d{1,2}|\d{4,})(?:e.*)?$/i,
    /^[+\-−–]?0?\.\d+$/,
  ],
  comma: [
    /^\D{0,2}\d{1,3}(?:\.\d{3})+,\d+\D{0,6}$/,
    /^[+\-−–]?[\d '’\u00A0\u2009\u202F]*,(?:\d{1,2}|\d{4,})(?:e.*)?$/i,
    /^[+\-−–]?0?,\d+$/,
  ],
} as const;
const GROUPED = /^[+\-−–]?\d{1,3}(?:([.,'’ \u00A0\u2009\u202F])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;

/**
 * How the cells of a table write numbers. Whether `1,234` is one thousand is told by the other cells; without any, the comma is the decimal
 * sign where it does not separate values.
 */
export function judgeNumbers(cells: Iterable<string>, separator: string): NumberStyle {
  const counts = { point: 0, comma: 0, threeAfterComma: 0, threeAfterPoint: 0 };
  const grouped = new Map<string, number>();
  for (const cell of cells) {
    const text = cell.trim();
    if (!/^[+\-−–]?[\d.,]/.test(text)) continue;
    if (EVIDENCE.point.some((pattern) => pattern.test(text))) counts.point++;
    if (EVIDENCE.comma.some((pattern) => pattern.test(text))) counts.comma++;
    const sign = GROUPED.exec(text)?.[1];
    const plain = sign && (plainSigns[sign] ?? sign);
    if (plain) grouped.set(plain, (grouped.get(plain) ?? 0) + 1);
  }
  const [commas, points] = [grouped.get(',') ?? 0, grouped.get('.') ?? 0];
  const decimal =
    counts.comma !== counts.point
      ? counts.comma > counts.point
        ? ','
        : '.'
      : counts.comma === 0 && separator !== ',' && commas > points
        ? ','
        : '.';
  const other = decimal === ',' ? '.' : ',';
  const signs = [other, ' ', "'"] as const;
  const thousands = signs.find((sign) => (grouped.get(sign) ?? 0) > 0) ?? '';
  return { decimal, thousands };
}
