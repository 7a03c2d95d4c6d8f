import { expect, it } from 'vitest';
import { isDeepPng } from './is-deep-png.ts';

it.each([
  ['16 bits', 16, 0, true],
  ['8 bits', 8, 0, false],
  ['16 bits with interlace', 16, 1, false],
])('tells a PNG of %s', async (_, depth, interlace, isDeep) => {
  const start = Buffer.alloc(33);
  start.write('\x89PNG\r\n\x1a\n', 'latin1');
  start[24] = depth;
  start[28] = interlace;
  expect(await isDeepPng(new Blob([Uint8Array.from(start)]))).toBe(isDeep);
  expect(await isDeepPng(new Blob([Uint8Array.from(start.subarray(1))]))).toBe(false);
});

it('tells an empty file', async () => {
  expect(await isDeepPng(new Blob([]))).toBe(false);
});
