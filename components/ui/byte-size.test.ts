import { describe, expect, it } from 'vitest';
import { formatBytes } from './byte-size.tsx';

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [4720, '4.72 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    ['5000000000', '5 GB'],
    [104_857_600n, '105 MB'],
    [-1, '–'],
    ['x', '–'],
  ])('shows %s as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
