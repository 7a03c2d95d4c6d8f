import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buffersOfReads } from './buffers-of-reads.ts';

const measure = async (labs: number) =>
  buffersOfReads(await mkdtemp(join(tmpdir(), 'labroom-reads-')), {
    labs,
    files: 20 * labs,
    activities: 20 * labs,
  });

/** An index has more levels, and ten times the rows do not end at the same page. */
const FURTHER = 12;

test('no read looks at more than one and a half times the pages of the database at ten times the data', async () => {
  const [small, large] = [await measure(100), await measure(1_000)];
  const grown = [...small].map(([name, before]) => ({ name, before, after: large.get(name) ?? 0 }));
  expect(small.size).toBeGreaterThan(60);
  expect(grown.filter(({ before, after }) => after > 1.5 * before + FURTHER)).toEqual([]);
});
