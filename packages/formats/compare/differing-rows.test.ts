import { depth, isQuick } from '@labroom/testing/depth.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDelimited } from '../table/parse-delimited.ts';
import { findDifferingRows } from './differing-rows.ts';
import { indexRows, randomSeeds } from './row-index.ts';

const rowsOf = (text: string) =>
  parseDelimited(text, {
    choice: { separator: ',', quote: '"', hasBackslashes: false, comment: '', hasHeader: false },
    hasStrictQuotes: true,
    maxRows: 100_000,
  }).rows;
const find = (former: string, later: string) => findDifferingRows(new Blob([former]), new Blob([later]), 44);

const shape = { separator: 44, columns: new Uint32Array(), key: null };
// Few characters, so that quotes and line breaks meet in every order.
const text = fc.string({ unit: fc.constantFrom('a', 'b', ',', '"', '\n', '\r'), maxLength: 60 });

it('leaves out whole rows that are equal, also within quotes', async () => {
  const edits = fc.tuple(text, text, text, text);
  await fc.assert(
    fc.asyncProperty(edits, async ([start, one, other, end]) => {
      const [former, later] = [start + one + end, start + other + end];
      const { rowsBefore, from, formerEnd, laterEnd } = await find(former, later);
      expect(former.slice(0, from)).toBe(later.slice(0, from));
      expect(former.slice(formerEnd)).toBe(later.slice(laterEnd));
      expect((await indexRows(new Blob([former]), shape, randomSeeds(), { from: 0, to: from })).count).toBe(
        rowsBefore,
      );
      for (const [whole, to] of [
        [former, formerEnd],
        [later, laterEnd],
      ] as const) {
        const parts = [whole.slice(0, from), whole.slice(from, to), whole.slice(to)];
        expect(parts.flatMap(rowsOf)).toEqual(rowsOf(whole));
      }
    }),
    { numRuns: (isQuick ? 3 : 10) * depth.randomValues },
  );
});

// Long inputs: few changes can break it.
if (!isQuick)
  it('finds the one row that differs among rows of several chunks', async () => {
    const filling = 'x'.repeat(80);
    const table = (value: string) =>
      Array.from(
        { length: 50_000 },
        (_, row) => `S-${row},${filling},"note ""${row === 48_000 ? value : row % 9}"""\n`,
      );
    const [former, later] = [table('x').join(''), table('longer').join('')];
    const { rowsBefore, from, formerEnd, laterEnd } = await find(former, later);
    expect(rowsBefore).toBe(48_000);
    expect(former.slice(from, formerEnd)).toBe(`S-48000,${filling},"note ""x"""\n`);
    expect(later.slice(from, laterEnd)).toBe(`S-48000,${filling},"note ""longer"""\n`);
  });

it.each([
  ['a row that was added', 'h\na\nb\n', 'h\na\nnew\nb\n', '', 'new\n'],
  ['rows added at the end', 'h\na\n', 'h\na\nb\n', '', 'b\n'],
  [
    'a first row after a byte order mark',
    '\ufeff"h\n1",x\na,1\nb,2\n',
    '\ufeff"h\n1",x\na,2\nb,2\n',
    'a,1\n',
    'a,2\n',
  ],
])('%s', async (_, former, later, expectedFormer, expectedLater) => {
  const { from, formerEnd, laterEnd } = await find(former, later);
  const bytes = (of: string) => new Blob([of]).slice(from, of === former ? formerEnd : laterEnd).text();
  expect([await bytes(former), await bytes(later)]).toEqual([expectedFormer, expectedLater]);
});
