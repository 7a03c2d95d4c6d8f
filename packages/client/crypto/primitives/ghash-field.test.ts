import { randomBytes } from 'node:crypto';
import { depth } from '@labroom/testing/depth.ts';
import { expect, test } from 'vitest';
import { fieldFromBlock, inverse, multiply } from './ghash-field.ts';

const one = 1n << 127n;
/** x to the power of 1 and of 127. */
const powers = [1n << 126n, 1n];

test('a value times its inverse is one', () => {
  const random = Array.from({ length: depth.randomValues }, () => fieldFromBlock(randomBytes(16)));
  for (const value of [one, ...powers, (1n << 128n) - 1n, ...random])
    expect(multiply(value, inverse(value))).toBe(one);
});
