import { expect, it } from 'vitest';
import { parseDelimited } from './parse-delimited.ts';

it('reads quotes, doubled quotes and line breaks within them', () => {
  expect(parseDelimited('a,b\r\n"x, y","say ""hi""\nthere"\r\n1,2\r\n')).toEqual({
    header: ['a', 'b'],
    rows: [
      ['x, y', 'say "hi"\nthere'],
      ['1', '2'],
    ],
    hasHeader: true,
    isCut: false,
    isNarrowed: false,
  });
});

it('detects the separator from the first line', () => {
  expect(parseDelimited('a;b;c\n1,5;2;3').rows).toEqual([['1,5', '2', '3']]);
  expect(parseDelimited('a\tb\n1\t2').header).toEqual(['a', 'b']);
  expect(parseDelimited('one column\nx').rows).toEqual([['x']]);
});

it('stops after the given number of rows', () => {
  const text = ['n', ...Array.from({ length: 10 }, (_, n) => String(n))].join('\n');
  expect(parseDelimited(text, { maxRows: 3 })).toMatchObject({
    header: ['n'],
    rows: [['0'], ['1'], ['2']],
    isCut: true,
  });
  expect(parseDelimited(text, { maxRows: 10 }).isCut).toBe(false);
});

it('keeps empty fields, skips empty lines and accepts an unclosed quote', () => {
  expect(parseDelimited('a,b\n\n,\n').rows).toEqual([['', '']]);
  expect(parseDelimited('a\n"open').rows).toEqual([['open']]);
  expect(parseDelimited('').header).toEqual([]);
});
