import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { DialectChoice } from './dialect.ts';
import { judgeNumbers } from './judge-numbers.ts';
import type { NumberStyle } from './number-style.ts';
import { isMissing, numberIn } from './numbers.ts';
import { parseDelimited } from './parse-delimited.ts';

const read = (text: string, choice: DialectChoice = {}) => {
  const { header, rows, dialect } = parseDelimited(text, { choice });
  return { header, rows, dialect };
};

describe('a table of', () => {
  it('decimal commas without a header', () => {
    expect(read('1,5;2,5;3,5\n4,25;5;6,125\n7;8;9,5\n')).toMatchObject({
      rows: [
        ['1,5', '2,5', '3,5'],
        ['4,25', '5', '6,125'],
        ['7', '8', '9,5'],
      ],
      dialect: { separator: ';', numbers: { decimal: ',' }, hasHeader: false },
    });
    expect(read('1,5;2,5;3,5')).toMatchObject({
      header: ['Column 1', 'Column 2', 'Column 3'],
      dialect: { separator: ';', numbers: { decimal: ',' } },
    });
  });

  it('decimal commas under names that have commas', () => {
    expect(read('Zeit, min;Absorption, 450 nm\n0,5;0,123\n1,0;0,2345\n')).toMatchObject({
      header: ['Zeit, min', 'Absorption, 450 nm'],
      dialect: { separator: ';', numbers: { decimal: ',', thousands: '' }, hasHeader: true },
    });
  });

  it('thousands, in quotes and without', () => {
    expect(read('gene,count\nlip,"1,234"\nest,"12,345,678"\n')).toMatchObject({
      rows: [
        ['lip', '1,234'],
        ['est', '12,345,678'],
      ],
      dialect: { separator: ',', numbers: { decimal: '.', thousands: ',' } },
    });
    expect(read('a;b\n1.234,5;2\n12.345.678;3\n').dialect.numbers).toEqual({ decimal: ',', thousands: '.' });
    expect(read('a\tb\n1 234,5\t2\n12\u00A0345\t3\n').dialect.numbers).toEqual({
      decimal: ',',
      thousands: ' ',
    });
    expect(read("a;b\n1'234.5;2\n").dialect.numbers).toEqual({ decimal: '.', thousands: "'" });
  });

  it('Excel, whose first line names the separator', () => {
    expect(read('sep=;\nname;value\na;1,5\n')).toMatchObject({
      header: ['name', 'value'],
      rows: [['a', '1,5']],
      dialect: { separator: ';' },
    });
    expect(read('sep=,,,\na,b,c\n1,2,3\n').header).toEqual(['a', 'b', 'c']);
    // Also where the rows would tell another one.
    expect(read('sep=|\na,b|c\n1,2|3\n').rows).toEqual([['1,2', '3']]);
  });

  it('comments, and a header that begins like one', () => {
    const table = parseDelimited(
      '# made by: reader, v2\n# at 2026-01-02\nwell,od\nA1,0.5\n# pause\nA2,0.7\n',
    );
    expect(table).toMatchObject({
      header: ['well', 'od'],
      rows: [
        ['A1', '0.5'],
        ['A2', '0.7'],
      ],
      comments: ['# made by: reader, v2', '# at 2026-01-02', '# pause'],
      dialect: { comment: '#' },
    });
    expect(read('#chrom\tstart\tend\nchr1\t5\t9\nchr2\t6\t8\n')).toMatchObject({
      header: ['#chrom', 'start', 'end'],
      dialect: { comment: '' },
    });
  });

  it.each([
    ['bars', 'a|b\n1|2\n3|4', '|'],
    ['tabs, with commas in text', 'a\tb\nx, y\t1\nz, w, v\t2', '\t'],
    ['semicolons, with lists of commas', 'id;tags\n1;a,b,c\n2;d\n3;e,f', ';'],
    ['commas, with times', 'start,end\n10:00:01,10:05:30\n11:00:00,11:30:00', ','],
    ['spaces in a row', 'x   y\n1   2\n10  20\n3   4\n5   6', ' '],
    ['one column of sentences', 'note\nThis is good.\nThat is not so good.\nNor this one.', ','],
    ['one column of times', 'time\n10:00\n11:00\n12:00', ','],
  ])('%s', (_, text, separator) => {
    expect(read(text).dialect.separator).toBe(separator);
  });

  it('single quotes, escaped quotes, and quotes that are not doubled', () => {
    expect(read("a,b\n'x, y',1\n'it''s, so',2\n")).toMatchObject({
      rows: [
        ['x, y', '1'],
        ["it's, so", '2'],
      ],
      dialect: { quote: "'" },
    });
    expect(read('a,b\n"say \\"hi\\", then",1\n').rows).toEqual([['say "hi", then', '1']]);
    expect(read('a,b\n"5" pipe, long",1\n').rows).toEqual([['5" pipe, long', '1']]);
    expect(read("name,note\nO'Neil,'twas\nD'Arcy,x\n").rows).toEqual([
      ["O'Neil", "'twas"],
      ["D'Arcy", 'x'],
    ]);
  });

  it('CR alone, CR LF, and CR CR LF', () => {
    for (const end of ['\r', '\r\n', '\r\r\n'])
      expect(read(['a,b', '1,2', '3,4', ''].join(end)).rows).toEqual([
        ['1', '2'],
        ['3', '4'],
      ]);
  });
});

it('is read as a person chose, whatever the rows tell', () => {
  const choice = { separator: ',', hasHeader: false, numbers: { decimal: '.', thousands: ',' } } as const;
  expect(read('1,5;2\n3,5;4', choice)).toMatchObject({
    rows: [
      ['1', '5;2'],
      ['3', '5;4'],
    ],
    dialect: choice,
  });
  expect(read('#a,b\n1,2', { comment: '#' }).rows).toEqual([['1', '2']]);
  expect(read("'a,b'\n1,2", { quote: '"' }).header).toEqual(["'a", "b'"]);
});

const english: NumberStyle = { decimal: '.', thousands: ',' };
const german: NumberStyle = { decimal: ',', thousands: '.' };
const plain: NumberStyle = { decimal: '.', thousands: '' };

test.each<[string, NumberStyle, number | null]>([
  ['1e-3', plain, 1e-3],
  ['1.5E+06', plain, 1.5e6],
  ['2.5 × 10^−3', plain, 2.5e-3],
  ['−2', plain, -2],
  ['–2.5', plain, -2.5],
  ['+5', plain, 5],
  ['.5', plain, 0.5],
  ['-.5', plain, -0.5],
  ['1.5D+03', plain, 1500],
  ['<0.01', plain, null],
  ['~3', plain, null],
  ['5%', plain, 5],
  ['5.', plain, 5],
  ['0', plain, 0],
  ['0.10', plain, 0.1],
  ['1,234.5', english, 1234.5],
  ['1,234', english, 1234],
  ['1,23', english, null],
  ['1.234,5', german, 1234.5],
  ['1,5', german, 1.5],
  ['0,123', german, 0.123],
  ['1.5', german, null],
  ['1 234,5', { decimal: ',', thousands: ' ' }, 1234.5],
  ['1\u202F234.5', { decimal: '.', thousands: ' ' }, 1234.5],
  ['1’234.5', { decimal: '.', thousands: "'" }, 1234.5],
  ['5.2 ± 0.3', plain, 5.2],
  ['5.2±0.3', plain, 5.2],
  ['5,2 +/- 0,3', german, 5.2],
  ['12 %', plain, 12],
  ['Inf', plain, Number.POSITIVE_INFINITY],
  ['-inf', plain, Number.NEGATIVE_INFINITY],
  ['123456789012345', plain, 123456789012345],
  ['1234567890123456', plain, null],
  ['007', plain, null],
  ['00.5', plain, null],
  ['0x1F', plain, null],
  ['1.2.2020', german, null],
  ['2020-01-02', plain, null],
  ['A1', plain, null],
  ['1e999', plain, null],
  ['-', plain, null],
  ['.', plain, null],
  ['NaN', plain, null],
  ['', plain, null],
])('%s is a number as %o: %s', (text, style, value) => {
  expect(numberIn(text, style)).toBe(value);
  expect(numberIn(` ${text} `, style)).toBe(value);
});

test.each(['NaN', 'NA', 'n/a', '#N/A', 'null', '-', '', ' ', 'n.d.', 'None'])('"%s" is no value', (text) => {
  expect(isMissing(text)).toBe(true);
});

test.each<[string[], string, NumberStyle]>([
  [['1,234', '2,345'], ';', { decimal: ',', thousands: '' }],
  [['1,234', '2,345'], ',', { decimal: '.', thousands: ',' }],
  [['1,234', '0,5'], ';', { decimal: ',', thousands: '' }],
  [['1,234', '0.5'], '\t', { decimal: '.', thousands: ',' }],
  [['1.234', '0,5'], ';', { decimal: ',', thousands: '.' }],
  [['1.234', '5.678'], ',', { decimal: '.', thousands: '' }],
  [['text', '2020-01-02'], ',', { decimal: '.', thousands: '' }],
])('%j between "%s" are written as %o', (cells, separator, style) => {
  expect(judgeNumbers(cells, separator)).toEqual(style);
});

it('shows no character that the file has not, in its order', () => {
  const line = fc.array(
    fc.constantFrom('1,5', '2.5', '"', '""', "'", 'é', ';', ',', '\t', ' ', '\\', '#', 'a', '\r', '\n'),
    {
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(line, (parts) => {
      const text = parts.join('');
      const { rows, dialect } = parseDelimited(text, { choice: { hasHeader: false } });
      // What a doubled or escaped quote stands for is one character.
      const bare = text.replaceAll(/["'\\]/g, '');
      let at = 0;
      for (const value of rows.flat()) {
        const shown = value.replaceAll(/["'\\]/g, '');
        at = bare.indexOf(shown, at);
        expect(at, JSON.stringify({ text, value, dialect })).toBeGreaterThanOrEqual(0);
        at += shown.length;
      }
    }),
  );
});
