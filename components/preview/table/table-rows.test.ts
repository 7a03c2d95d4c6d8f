import { expect, it } from 'vitest';
import { filterRows, numericColumns, sortRows } from './table-rows.ts';

const plain = { decimal: '.', thousands: '' } as const;
const rows = [
  ['b10', '9'],
  ['b2', ''],
  ['A1', '10'],
];

it('sorts numbers as numbers and text with numbers in order, and missing values last', () => {
  const byNumber = (isDescending: boolean) =>
    sortRows(rows, { column: 1, isDescending }, plain).map(([, value]) => value);
  expect(byNumber(false)).toEqual(['9', '10', '']);
  expect(byNumber(true)).toEqual(['10', '9', '']);
  expect(sortRows(rows, { column: 0, isDescending: false }, null).map(([name]) => name)).toEqual([
    'A1',
    'b2',
    'b10',
  ]);
  expect(numericColumns(2, rows, plain)).toEqual([false, true]);
});

it('filters by any value', () => {
  expect(filterRows(rows, ' B ')).toHaveLength(2);
  expect(filterRows(rows, '')).toBe(rows);
});

it('sorts numbers as they are written, and what is missing last', () => {
  const german = { decimal: ',', thousands: '.' } as const;
  const column = ['1.234,5', '−2', 'NA', '1e-3', '+7', '5,2 ± 0,1', 'Inf', ''].map((value) => [value]);
  expect(numericColumns(1, column, german)).toEqual([true]);
  const sorted = (isDescending: boolean) =>
    sortRows(column, { column: 0, isDescending }, german).map(([value]) => value);
  expect(sorted(false)).toEqual(['−2', '1e-3', '5,2 ± 0,1', '+7', '1.234,5', 'Inf', 'NA', '']);
  expect(sorted(true)).toEqual(['Inf', '1.234,5', '+7', '5,2 ± 0,1', '1e-3', '−2', 'NA', '']);
});

it('is no column of numbers if it has ids', () => {
  const ids = ['007', '12345678901234567890'];
  for (const id of ids) expect(numericColumns(1, [['1'], [id]], plain), id).toEqual([false]);
});
