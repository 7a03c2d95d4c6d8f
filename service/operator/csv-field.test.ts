import { expect, test } from 'vitest';
import { csvField } from './csv-field.ts';

test.each(['', '0xab', '2026-01-31T09:30:00.000Z', 'a=b', '10000', 'Größe'])('%s is unchanged', (value) => {
  expect(csvField(value)).toBe(value);
});

test.each([
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['one\ntwo', '"one\ntwo"'],
  ['one\rtwo', '"one\rtwo"'],
])('a separator within %j is quoted', (value, field) => {
  expect(csvField(value)).toBe(field);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1', '|calc', '%00=1', '\u00a0=1'])(
  'a spreadsheet does not evaluate %j',
  (value) => {
    expect(csvField(value).replace(/^"/, '')).toMatch(/^'/);
  },
);

test('a formula with quotes and commas is one field of text', () => {
  expect(csvField('=HYPERLINK("http://evil","x")')).toBe(`"'=HYPERLINK(""http://evil"",""x"")"`);
});
