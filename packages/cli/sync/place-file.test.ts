import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { partNameOf, placeRanges } from './place-file.ts';

const bytesPerRead = 8_192;
// Not a whole number of reads.
const content = randomBytes(20_000);
const sha256 = createHash('sha256').update(content).digest('hex');

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'labroom-place-'));
});
afterEach(() => rm(root, { recursive: true }));

/** Places the content; the read at `failsAt` fails. Returns the offsets that were read. */
async function place(failsAt = Number.POSITIVE_INFINITY) {
  const read: number[] = [];
  const ranges = {
    size: content.length,
    bytesPerRead,
    onBytes: () => {},
    read: async (offset: number, length: number) => {
      if (offset >= failsAt) throw new Error('The connection was lost.');
      read.push(offset);
      return content.subarray(offset, offset + length);
    },
  };
  const result = await placeRanges({ root, path: 'a.bin', replaces: null }, ranges, sha256).catch(
    (error: Error) => error.message,
  );
  return { read, result };
}

test('an interrupted download goes on where it was', async () => {
  expect(await place(10_000)).toEqual({ read: [0, bytesPerRead], result: 'The connection was lost.' });
  expect(await readdir(root)).toEqual([partNameOf('a.bin', sha256)]);
  const { read } = await place();
  expect(read).toEqual([2 * bytesPerRead]);
  expect((await readFile(join(root, 'a.bin'))).equals(content)).toBe(true);
  expect(await readdir(root)).toEqual(['a.bin']);
});

test('a part that was changed meanwhile is found out, and begun anew', async () => {
  await place(10_000);
  await writeFile(join(root, partNameOf('a.bin', sha256)), Buffer.alloc(100));
  expect(await place()).toMatchObject({ result: 'The content of a.bin does not have its hash.' });
  expect(await readdir(root)).toEqual([]);
  expect((await place()).read[0]).toBe(0);
  expect((await readFile(join(root, 'a.bin'))).equals(content)).toBe(true);
});
