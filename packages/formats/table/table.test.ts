import { expect, it } from 'vitest';
import { parseDelimited } from './parse-delimited.ts';
import { filterRows, numericColumns, sortRows } from './table-rows.ts';
import { plateOf, wellColumn, wellOf } from './wells.ts';

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

it.each([
  ['A1', { row: 0, column: 0 }],
  ['h12', { row: 7, column: 11 }],
  ['P24', { row: 15, column: 23 }],
  ['B03', { row: 1, column: 2 }],
  ['A0', null],
  ['Q1', null],
  ['A25', null],
  ['AA1', null],
])('reads %s as a well', (text, well) => {
  expect(wellOf(text)).toEqual(well);
});

it('arranges a table of wells on its plate, with the mean of repeated wells', () => {
  const table = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'H12', 'A1'].map((well, n) => ['s', well, `${n}`]);
  expect(wellColumn(3, table)).toBe(1);
  const plate = plateOf([...table, ['s', 'A2', 'n/a']], 1, 2);
  expect(plate).toMatchObject({ rows: 8, columns: 12, isMean: true });
  expect(plate.values.get('A1')).toBe(4);
  expect(plate.values.get('A2')).toBe(1);
  expect(plateOf([['I13', '1']], 0, 1)).toMatchObject({ rows: 16, columns: 24 });
});

it('finds no plate in a table of vitamins', () => {
  expect(wellColumn(1, [['B6'], ['B12'], ['B1']])).toBeNull();
});

it.each([
  ['names', 'well,od\nA1,0.1\nA2,0.2', true],
  ['years', 'gene,2019,2020,2021\nlip,1,2,3', true],
  ['data', 'lip,1.5,7\nlip2,2,9', false],
  ['wells', 'A1,lip\nA2,lip', false],
  ['text only', 'name,role\nAda,owner', true],
  ['one row', 'a,b', true],
])('judges whether the first row is a header: %s', (_, text, hasHeader) => {
  const table = parseDelimited(text);
  expect(table.hasHeader).toBe(hasHeader);
  if (!hasHeader) expect(table.header[0]).toBe('Column 1');
});

it('keeps few columns of a table with a million', () => {
  const table = parseDelimited(',1'.repeat(1_000_000), { separator: ',' });
  expect([table.header.length, table.isNarrowed]).toEqual([200, true]);
});
