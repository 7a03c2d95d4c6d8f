import type { ArrayValues } from './array-file.ts';

const MAX_ROWS = 5_000;
const MAX_COLUMNS = 100;

/**
 * One axis is a column, two are a table, and of more axes the first table is shown.
 * @param textAt text of a value, by its place where the last axis varies fastest
 */
export function arrayTable(
  shape: readonly number[],
  textAt: (index: number) => string,
): Pick<ArrayValues, 'header' | 'rows' | 'note'> {
  const [height = 1, width = 1] = shape.length < 2 ? [shape[0]] : shape.slice(-2);
  const columns = Math.min(width, MAX_COLUMNS);
  const rows = Array.from({ length: Math.min(height, MAX_ROWS) }, (_, row) => [
    String(row),
    ...Array.from({ length: columns }, (_, column) => textAt(row * width + column)),
  ]);
  const unit = shape.length < 2 ? 'values' : 'rows';
  const notes = [
    shape.length > 2 && `The first of ${shape.slice(0, -2).join(' × ')} tables is shown.`,
    height > MAX_ROWS && `The first ${MAX_ROWS.toLocaleString('en')} ${unit} are shown.`,
    width > MAX_COLUMNS && `The first ${MAX_COLUMNS} columns are shown.`,
  ].filter(Boolean);
  const note = notes.join(' ') || null;
  if (shape.length === 0) return { header: ['Value'], rows: [[textAt(0)]], note };
  const names = Array.from({ length: columns }, (_, column) => `Column ${column}`);
  return { header: shape.length === 1 ? ['Index', 'Value'] : ['Row', ...names], rows, note };
}

/** Where a value of the first table is stored if the first axis varies fastest, as in Fortran and MATLAB. */
export function columnsFirst(index: number, shape: readonly number[]): number {
  if (shape.length < 2) return index;
  const width = shape.at(-1) ?? 1;
  const others = shape.slice(0, -2).reduce((product, axis) => product * axis, 1);
  const row = Math.floor(index / width);
  return (row + (index % width) * (shape.at(-2) ?? 1)) * others;
}
