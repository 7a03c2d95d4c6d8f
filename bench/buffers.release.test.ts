import { expect, test } from 'vitest';
import { compareSizes } from './buffers-of-reads.ts';
import { few, many } from './data/fill-database.ts';
import baseline from './results/buffers.json' with { type: 'json' };

const compared = await compareSizes(few, many);
const kept = new Map(Object.entries(baseline.reads));

/** An index has more levels, and rows of ten times the data are on more pages. */
const FURTHER = 4;
const mostTimes = { nothing: 1.5, place: 2, answer: 15 };

test('no read looks at more than one and a half times the pages of the database at ten times the data', () => {
  expect(
    compared.filter(({ growth, before, after }) => after > mostTimes[growth] * before + FURTHER),
  ).toEqual([]);
});

test('no read looks at more pages than it did, as bench/results/buffers.json has it', () => {
  expect([...kept.keys()]).toEqual(compared.map(({ name }) => name));
  expect(
    compared.filter(({ name, ...now }) => {
      const [before = 0, after = 0] = kept.get(name) ?? [];
      return now.before > 1.2 * before + FURTHER || now.after > 1.2 * after + FURTHER;
    }),
  ).toEqual([]);
});
