import { expect, test } from 'vitest';
import { endingSoon } from './ending-soon.ts';

const now = new Date('2027-01-01T00:00:00Z');
const inDays = (days: number) => ({ expiry: String(now.getTime() / 1000 + days * 86_400) });

test('roles that end within two weeks are listed, the next one first', () => {
  const [past, soon, later, after] = [inDays(-1), inDays(2), inDays(14), inDays(14.1)];
  expect(endingSoon([later, past, { expiry: null }, after, soon], now)).toEqual([soon, later]);
});
