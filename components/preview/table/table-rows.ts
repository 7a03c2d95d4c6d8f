import type { Dialect } from '@labroom/formats/table/dialect';
import { isMissing, numberIn } from '@labroom/formats/table/numbers';

export interface Sorting {
  column: number;
  isDescending: boolean;
}

const collator = new Intl.Collator('en', { numeric: true });

/** Whether each column has numbers, and nothing else but values that are missing. */
export function numericColumns(
  width: number,
  rows: readonly string[][],
  style: Dialect['numbers'],
): boolean[] {
  return Array.from({ length: width }, (_, column) =>
    hasOnly(rows, column, (value) => numberIn(value, style) !== null),
  );
}

/** Whether a column has values, and all of them pass a test. Ends at the first that does not. */
export function hasOnly(
  rows: readonly string[][],
  column: number,
  test: (value: string) => boolean,
): boolean {
  let hasValue = false;
  for (const row of rows) {
    const value = row[column];
    if (value === undefined || isMissing(value)) continue;
    if (!test(value)) return false;
    hasValue = true;
  }
  return hasValue;
}

/** Rows with the text in any of their values; capital letters are ignored. */
export function filterRows(rows: readonly string[][], text: string): readonly string[][] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) => row.some((value) => value.toLowerCase().includes(wanted)));
}

/** Sorts by one column, as numbers of a style or as text (`null`). Rows without a value come last in both directions. */
export function sortRows(
  rows: readonly string[][],
  sorting: Sorting | null,
  style: Dialect['numbers'] | null,
): readonly string[][] {
  if (!sorting) return rows;
  const { column, isDescending } = sorting;
  const direction = isDescending ? -1 : 1;
  const keyed = rows.map((row) => {
    const text = (row[column] ?? '').trim();
    const number = style && numberIn(text, style);
    return { row, text, number, isLast: text === '' || (style !== null && number === null) };
  });
  keyed.sort((one, other) => {
    if (one.isLast || other.isLast) return Number(one.isLast) - Number(other.isLast);
    return (
      direction *
      (one.number === null || other.number === null
        ? collator.compare(one.text, other.text)
        : differenceOf(one.number, other.number))
    );
  });
  return keyed.map(({ row }) => row);
}

/** Two infinite numbers have no difference. */
const differenceOf = (one: number, other: number) => (one === other ? 0 : one - other);
