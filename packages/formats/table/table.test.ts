import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { parseDelimited } from './parse-delimited.ts';
import { wellOf } from './wells.ts';

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

it.each([
  ['names', 'well,od\nA1,0.1\nA2,0.2', true],
  ['years', 'gene,2019,2020,2021\nlip,1,2,3', true],
  ['data', 'lip,1.5,7\nlip2,2,9', false],
  ['wells', 'A1,lip\nA2,lip', false],
  ['text only', 'name,role\nAda,owner', true],
  ['one row', 'a,b', true],
])('judges whether the first row is a header: %s', (_, text, hasHeader) => {
  const table = parseDelimited(text);
  expect(table.dialect.hasHeader).toBe(hasHeader);
  if (!hasHeader) expect(table.header[0]).toBe('Column 1');
});

// Long inputs: few changes can break it.
if (!isQuick)
  it('keeps few columns of a table with a million', () => {
    const table = parseDelimited(',1'.repeat(1_000_000), { choice: { separator: ',' } });
    expect([table.header.length, table.isNarrowed]).toEqual([200, true]);
  });
