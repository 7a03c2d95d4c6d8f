import { gzipSync } from 'node:zlib';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { BoundedReader } from './bounded-reader.ts';

const parts = ['one ', 'two '].map((word) => gzipSync(word.repeat(500)));
const whole = Buffer.concat(parts);
const between = parts[0]?.length ?? 0;

async function lengthOf(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const reader = new BoundedReader(new Blob([bytes]), true);
  const { length } = await reader.read(10_000);
  return length + (await reader.read(1)).length;
}

function changed(bytes: Uint8Array, at: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

it('reads all parts of a gzip file', async () => {
  expect(await lengthOf(whole)).toBe(4_000);
});

it('refuses a gzip file that is cut anywhere but between two parts', async () => {
  // The first ten bytes are a header, in which four zeros may be read as a length.
  for (let end = 10; end < whole.length; end += isQuick ? 9 : 1)
    if (end !== between)
      await expect(lengthOf(whole.subarray(0, end)), String(end)).rejects.toThrow('incomplete');
  expect(await lengthOf(whole.subarray(0, between))).toBe(2_000);
});

it('refuses a gzip file of which one part has another checksum or length than it says', async () => {
  for (const end of [between, whole.length])
    for (let at = end - 8; at < end; at += 1) {
      await expect(lengthOf(changed(whole, at)), String(at)).rejects.toThrow('damaged');
      const padded = Buffer.concat([changed(whole, at), Buffer.alloc(600)]);
      await expect(lengthOf(padded), String(at)).rejects.toThrow('damaged');
    }
});

it('refuses a gzip file whose content was changed, whatever its length', async () => {
  const stored = gzipSync('x'.repeat(1_000), { level: 0 });
  await expect(lengthOf(changed(stored, 500))).rejects.toThrow('damaged');
  await expect(lengthOf(Buffer.concat([changed(stored, 500), stored]))).rejects.toThrow('damaged');
});

it('gives what was unpacked before the damage', async () => {
  const reader = new BoundedReader(new Blob([changed(whole, whole.length - 8)]), true);
  let length = 0;
  while (length < 4_000) length += (await reader.next())?.length ?? 4_000;
  expect(length).toBe(4_000);
  await expect(reader.next()).rejects.toThrow('damaged');
});
