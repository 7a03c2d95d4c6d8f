import type { Dialect } from '@labroom/formats/table/dialect';
import { numberIn } from '@labroom/formats/table/numbers';
import { wellOf } from '@labroom/formats/table/wells';
import { hasOnly } from './table-rows.ts';

export const nameOfWell = ({ row, column }: { row: number; column: number }) =>
  `${String.fromCharCode(65 + row)}${column + 1}`;

interface Plate {
  rows: number;
  columns: number;
  /** Mean of the values of each well, by its name. */
  values: ReadonlyMap<string, number>;
  /** Whether a well has several rows. */
  isMean: boolean;
}

/** Fewer wells are more likely something else, e.g. vitamins. */
const MIN_WELLS = 8;

/** The column of wells, if the table is one of a plate. */
export function wellColumn(width: number, rows: readonly string[][]): number | null {
  for (let column = 0; column < width; column++) {
    if (!hasOnly(rows, column, (value) => wellOf(value) !== null)) continue;
    const values = rows.map((row) => row[column] ?? '').filter((value) => value.trim() !== '');
    if (new Set(values).size >= MIN_WELLS) return column;
  }
  return null;
}

/** One column of values, arranged on the plate: 96 wells, or 384 if a well needs them. */
export function plateOf(
  rows: readonly string[][],
  { wells, values }: { wells: number; values: number },
  style: Dialect['numbers'],
): Plate {
  const sums = new Map<string, { sum: number; count: number }>();
  let isLarge = false;
  for (const row of rows) {
    const well = wellOf(row[wells] ?? '');
    if (!well) continue;
    isLarge ||= well.row >= 8 || well.column >= 12;
    const value = numberIn(row[values] ?? '', style);
    if (value === null || !Number.isFinite(value)) continue;
    const name = nameOfWell(well);
    const { sum, count } = sums.get(name) ?? { sum: 0, count: 0 };
    sums.set(name, { sum: sum + value, count: count + 1 });
  }
  return {
    rows: isLarge ? 16 : 8,
    columns: isLarge ? 24 : 12,
    values: new Map([...sums].map(([name, { sum, count }]) => [name, sum / count])),
    isMean: [...sums.values()].some(({ count }) => count > 1),
  };
}
