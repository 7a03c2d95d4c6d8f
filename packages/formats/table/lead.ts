import type { NumberStyle } from './number-style.ts';
import { numberIn } from './numbers.ts';

/** Rows that are judged, lines before a table, and what of the rows after them is like most. */
const [JUDGED, MOST_LINES, MOST_ALIKE] = [200, 60, 0.6];
/** Of the values of most rows, the share that a line of settings has less than. */
const FEWEST_FILLED = 0.3;
/** Lines of more values than the rows. */
const MOST_WIDER = 2;
/** Of the values of most rows, the share that names of the columns are, however many they are. */
const FEWEST_NAMES = 0.7;
/** Of the values of most rows, the share that the names of the columns are after a line with one value. */
const FEWEST_NAMED = 0.5;

/**
 * How many of the first rows are no rows of the table: a title, the settings of an instrument, or nothing. They have another number of
 * values than most rows, or no value but the first.
 */
export function leadOf(records: readonly string[][], numbers: NumberStyle): number {
  const judged = records.slice(0, JUDGED);
  const usual = usualWidth(judged);
  if (usual < 2) return 0;
  const isWide = ({ length }: string[]) => Math.abs(length - usual) <= (usual > 3 ? 1 : 0);
  const filled = (row: string[]) => row.filter((value) => value.trim() !== '').length;
  const mostFilled = medianOf(judged.filter(isWide).map(filled));
  const isTitle = (row: string[]) =>
    filled(row) < Math.max(2, mostFilled * FEWEST_FILLED) && (usual > 2 || row[1]?.trim() === '');
  const hasNumber = (row: string[]) => row.some((value) => numberIn(value, numbers) !== null);
  const lead = judged.findIndex((row) => isWide(row) && !isTitle(row));
  const [names = [], ...rows] = judged.slice(Math.max(0, lead));
  if (lead < 1 || lead > MOST_LINES || rows.length === 0) return 0;
  if ([names, ...rows].filter(isWide).length < (rows.length + 1) * MOST_ALIKE) return 0;
  // A single line before values names their columns, if not all of them: R has no name for those of the rows.
  if (lead === 1 && hasNumber(names)) return 0;
  const before = judged.slice(0, lead);
  // Another table, or names of the columns with more or fewer than most rows have values.
  const isTable = before.filter(({ length }) => length > usual).length > MOST_WIDER;
  const areNames = (row: string[]) => usual > 3 && filled(row) >= usual * FEWEST_NAMES;
  if (isTable || before.some(areNames)) return 0;
  const isPadded = before.some(isWide);
  const values = medianOf(rows.map(filled));
  return isPadded && (hasNumber(names) || filled(names) < values * FEWEST_NAMED) ? 0 : lead;
}

const medianOf = (numbers: number[]): number =>
  numbers.sort((one, other) => one - other)[numbers.length >> 1] ?? 0;

/** The number of values that most rows have. */
function usualWidth(records: readonly string[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}
