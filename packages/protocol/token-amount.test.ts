import { describe, expect, it, test } from 'vitest';
import { formatAmount, parseAmount } from './token-amount.ts';

describe('token amounts', () => {
  test.each([
    ['1000000', 10n ** 24n],
    ['1 000_000', 10n ** 24n],
    ['0', 0n],
    ['.5', 5n * 10n ** 17n],
    ['1.', 10n ** 18n],
    ['0.000000000000000001', 1n],
  ])('parses %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  test.each(['', '-1', '1e3', '1,000', '1,5', '0x10', 'a', '1.0000000000000000001', '1'.repeat(70)])(
    'rejects "%s"',
    (text) => {
      expect(parseAmount(text)).toMatchObject({ error: expect.stringMatching(/\.$/) });
    },
  );

  it('are formatted with every digit, whatever their size', () => {
    for (const amount of [0n, 1n, 10n ** 18n, 1_234_567_890_000_000_000_000n, 2n ** 200n]) {
      expect(parseAmount(formatAmount(amount).replaceAll(',', ''))).toBe(amount);
    }
    expect(formatAmount(1_234_567_500_000_000_000_000_000n)).toBe('1,234,567.5');
    expect(formatAmount(1_000n, 0)).toBe('1,000');
    expect(formatAmount(5n, 6)).toBe('0.000005');
  });
});
