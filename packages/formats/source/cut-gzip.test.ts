import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { BoundedReader } from './bounded-reader.ts';

const parts = ['one ', 'two '].map((word) => gzipSync(word.repeat(500)));
const whole = Buffer.concat(parts);
const lengthOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await new BoundedReader(new Blob([bytes]), true).read(10_000)).length;

it('reads all parts of a gzip file', async () => {
  expect(await lengthOf(whole)).toBe(4_000);
});

it('refuses a gzip file that is cut anywhere but between two parts', async () => {
  const between = parts[0]?.length ?? 0;
  // The first ten bytes are a header, in which four zeros may stand for a length.
  for (let end = 10; end < whole.length; end += 1)
    if (end !== between)
      await expect(lengthOf(whole.subarray(0, end)), String(end)).rejects.toThrow('incomplete');
  expect(await lengthOf(whole.subarray(0, between))).toBe(2_000);
});
