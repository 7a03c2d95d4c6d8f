import { createHash, randomBytes } from 'node:crypto';
import { isQuick } from '@labroom/testing/depth.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { interpreted, openSha256 } from './running-sha256.ts';

const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['WebAssembly', openSha256],
  ['JavaScript', interpreted],
])('by %s', (_, open) => {
  async function hashed(bytes: Uint8Array, size: number): Promise<string> {
    const hash = await open();
    for (let at = 0; at < bytes.length; at += size) hash.update(bytes.subarray(at, at + size));
    return hash.hex();
  }

  test('is the hash that FIPS 180-4 states', async () => {
    expect(await hashed(new TextEncoder().encode('abc'), 3)).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(await hashed(new Uint8Array(0), 1)).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  test('is the hash of lengths around a block, in pieces of several sizes', async () => {
    const bytes = randomBytes(130);
    for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 127, 128, 130])
      for (const size of [1, 7, 63, 64, 130])
        expect(await hashed(bytes.subarray(0, length), size)).toBe(expected(bytes.subarray(0, length)));
  });

  test('is the hash of many bytes', async () => {
    const count = isQuick ? 300_001 : 3_000_001;
    const bytes = randomBytes(count);
    for (const size of [4096, 65_537, count]) expect(await hashed(bytes, size)).toBe(expected(bytes));
  });
});

test('hashes several at the same time', async () => {
  const [one, other] = await Promise.all([openSha256(), openSha256()]);
  for (const byte of [1, 2, 3]) {
    one.update(Uint8Array.of(byte));
    other.update(Uint8Array.of(byte + 3));
  }
  expect(one.hex()).toBe(expected(Uint8Array.of(1, 2, 3)));
  expect(other.hex()).toBe(expected(Uint8Array.of(4, 5, 6)));
});

test('hashes where WebAssembly may not be compiled', async () => {
  vi.resetModules();
  const refuse = () => Promise.reject(new WebAssembly.CompileError('refused by the policy of the page'));
  vi.stubGlobal('WebAssembly', { ...WebAssembly, compile: refuse, instantiate: refuse });
  const hash = await (await import('./running-sha256.ts')).openSha256();
  hash.update(Uint8Array.of(1, 2, 3));
  expect(hash.hex()).toBe(expected(Uint8Array.of(1, 2, 3)));
});
