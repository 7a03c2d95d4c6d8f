import { createHash, randomBytes } from 'node:crypto';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, test } from 'vitest';
import { Sha256Stream } from './sha256-stream.ts';

const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
function hashed(bytes: Uint8Array, size: number): string {
  const hash = new Sha256Stream();
  for (let at = 0; at < bytes.length; at += size) hash.update(bytes.subarray(at, at + size));
  return hash.hex();
}

test('is the hash that FIPS 180-4 states', () => {
  expect(hashed(new TextEncoder().encode('abc'), 3)).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  expect(hashed(new Uint8Array(0), 1)).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
});

test('is the hash of every length around a block, in pieces of every size', () => {
  const bytes = randomBytes(300);
  for (let length = 0; length <= bytes.length; length += 1)
    for (const size of [1, 7, 55, 56, 63, 64, 65, 300])
      expect(hashed(bytes.subarray(0, length), size)).toBe(expected(bytes.subarray(0, length)));
});

test('is the hash of many bytes', () => {
  const count = isQuick ? 300_001 : 3_000_001;
  const bytes = randomBytes(count);
  for (const size of [4096, 65_537, count]) expect(hashed(bytes, size)).toBe(expected(bytes));
});
