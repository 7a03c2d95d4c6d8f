const MAX_AMOUNT = 2n ** 256n - 1n;

/**
 * Parses a typed amount of tokens into the smallest unit. Spaces and underscores may group digits. Commas are rejected,
 * because their meaning depends on the locale. Returns a sentence if the text is not an amount.
 */
export function parseAmount(text: string, decimals = 18): bigint | { error: string } {
  const digits = text.replace(/[\s_]/g, '');
  if (digits.includes(','))
    return { error: 'Enter the amount without commas. Use a point as the decimal separator.' };
  if (!/^\d+(\.\d*)?$|^\.\d+$/.test(digits)) return { error: 'Enter an amount, for example 1000000.' };
  const [whole = '', fraction = ''] = digits.split('.');
  if (fraction.length > decimals) return { error: `Enter at most ${decimals} decimal places.` };
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'));
  return amount > MAX_AMOUNT ? { error: 'The amount is too large for a token.' } : amount;
}

/** For display: `1,000,000.5`. */
export function formatAmount(amount: bigint, decimals = 18): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = (amount / 10n ** BigInt(decimals)).toLocaleString('en');
  const fraction = digits.slice(digits.length - decimals).replace(/(?<!0)0+$/, '');
  return fraction ? `${whole}.${fraction}` : whole;
}
