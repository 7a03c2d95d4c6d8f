import { isNumber } from '@labroom/formats/table/numbers';

export interface Sorting {
  column: number;
  isDescending: boolean;
}

const collator = new Intl.Collator('en', { numeric: true });

/** Whether each column contains only numbers. */
export function numericColumns(width: number, rows: readonly string[][]): boolean[] {
  return Array.from({ length: width }, (_, column) => hasOnly(rows, column, isNumber));
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
    if (value === undefined || value === '' || value.trim() === '') continue;
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

/** Sorts by one column, as numbers or as text. Rows without a value come last in both directions. */
export function sortRows(
  rows: readonly string[][],
  sorting: Sorting | null,
  isNumeric: boolean,
): readonly string[][] {
  if (!sorting) return rows;
  const { column, isDescending } = sorting;
  const direction = isDescending ? -1 : 1;
  const textOf = (row: string[]) => (row[column] ?? '').trim();
  return rows.toSorted((one, other) => {
    const [first, second] = [textOf(one), textOf(other)];
    if (first === '' || second === '') return Number(first === '') - Number(second === '');
    return direction * (isNumeric ? Number(first) - Number(second) : collator.compare(first, second));
  });
}
