import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { parseDelimited } from './parse-delimited.ts';
import { packed } from './read-table.ts';
import { unpacked } from './unpacked-table.ts';

it('reads quotes, doubled quotes and line breaks within them', () => {
  expect(parseDelimited('a,b\r\n"x, y","say ""hi""\nthere"\r\n1,2\r\n')).toEqual({
    header: ['a', 'b'],
    rows: [
      ['x, y', 'say "hi"\nthere'],
      ['1', '2'],
    ],
    dialect: {
      separator: ',',
      quote: '"',
      hasBackslashes: false,
      hasSpaces: false,
      numbers: { decimal: '.', thousands: '' },
      comment: '',
      hasHeader: true,
    },
    comments: [],
    start: 0,
    openQuote: null,
    isCut: false,
    isNarrowed: false,
  });
});

it('detects the separator', () => {
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

it('keeps empty fields, skips empty lines, and tells a quote that never ends', () => {
  expect(parseDelimited('a,b\n\n,\n').rows).toEqual([['', '']]);
  expect(parseDelimited('a,b\n1,2\n3,"open\n5,6')).toMatchObject({
    rows: [
      ['1', '2'],
      ['3', '"open'],
      ['5', '6'],
    ],
    openQuote: 3,
  });
  expect(parseDelimited('').header).toEqual([]);
});

// Long inputs: few changes can break it.
if (!isQuick)
  it('reads a bounded number of values, and takes a time in proportion to the text', () => {
    const wide = parseDelimited(`${'1,'.repeat(300)}\n`.repeat(2_600));
    expect(wide).toMatchObject({ isCut: true, isNarrowed: true });
    expect(wide.rows.flat().length).toBeLessThanOrEqual(251_000);
    const timeOf = (repetitions: number) => {
      const text = `"${'a"",'.repeat(repetitions)}`;
      const times = Array.from({ length: 5 }, () => {
        const { user } = process.threadCpuUsage();
        for (let run = 0; run < 5; run++) expect(parseDelimited(text).rows).toEqual([]);
        return process.threadCpuUsage().user - user;
      });
      return Math.min(...times);
    };
    const shorter = 50_000;
    expect(timeOf(4 * shorter)).toBeLessThan(12 * (timeOf(shorter) + 4_000));
  });

it('packs a table for a message', () => {
  const table = parseDelimited('a,b\n"x\n",\n1\n,"é,"\n');
  expect(unpacked(structuredClone(packed(table)))).toEqual(table);
});
