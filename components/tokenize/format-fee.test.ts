import { expect, test } from 'vitest';
import { formatFee } from './format-fee.ts';

test.each([
  [0n, '0'],
  [1n, '0.000000000000000001'],
  [246_877_000_000_000n, '0.000246'],
  [10n ** 17n, '0.1'],
  [1_234_567n * 10n ** 12n, '1.234'],
  [20n * 10n ** 18n, '20'],
])('%s wei are %s ether', (fee, text) => {
  expect(formatFee({ fee })).toBe(text);
});
