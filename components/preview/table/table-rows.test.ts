import { expect, it } from 'vitest';
import { filterRows, numericColumns, sortRows } from './table-rows.ts';

const rows = [
  ['b10', '9'],
  ['b2', ''],
  ['A1', '10'],
];

it('sorts numbers as numbers and text with numbers in order, and missing values last', () => {
  const byNumber = (isDescending: boolean) =>
    sortRows(rows, { column: 1, isDescending }, true).map(([, value]) => value);
  expect(byNumber(false)).toEqual(['9', '10', '']);
  expect(byNumber(true)).toEqual(['10', '9', '']);
  expect(sortRows(rows, { column: 0, isDescending: false }, false).map(([name]) => name)).toEqual([
    'A1',
    'b2',
    'b10',
  ]);
  expect(numericColumns(2, rows)).toEqual([false, true]);
});

it('filters by any value', () => {
  expect(filterRows(rows, ' B ')).toHaveLength(2);
  expect(filterRows(rows, '')).toBe(rows);
});
