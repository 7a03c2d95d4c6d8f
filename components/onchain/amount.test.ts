import { expect, test } from 'vitest';
import { readableAmount } from './amount.ts';

test.each([
  ['1000000000000000000000000', 18, '1,000,000', '1000000'],
  ['1234567890123456789012345678', 18, '1,234,567,890.1234', '1234567890.123456789012345678'],
  ['1', 18, '< 0.0001', '0.000000000000000001'],
  ['0', 18, '0', '0'],
  ['99999', 6, '0.0999', '0.099999'],
  [
    '123456789012345678901234567890',
    0,
    '123,456,789,012,345,678,901,234,567,890',
    '123456789012345678901234567890',
  ],
])('%s with %i decimals is shown as %s, with every digit on demand', (units, decimals, short, exact) => {
  expect(readableAmount(units, decimals)).toEqual({ short, exact });
});

test('rejects values that are not amounts', () => {
  for (const units of ['', '-1', '0x10', '1e9', 7, null]) expect(readableAmount(units, 18)).toBeNull();
});
