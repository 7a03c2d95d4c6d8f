import { describe, expect, it } from 'vitest';
import { explainExpiry, LONGEST_GRANT_DAYS } from './role-expiry.ts';

const now = new Date('2026-11-23T12:00:00.900Z');
const seconds = BigInt(Math.floor(now.getTime() / 1000));
const longest = BigInt(LONGEST_GRANT_DAYS) * 86_400n;

describe('the end of a role', () => {
  it.each([0n, seconds + 1n, seconds + longest])('may be %s', (expiry) => {
    expect(explainExpiry(expiry, now)).toBeNull();
  });

  it.each([
    [1n, /future/],
    [seconds, /future/],
    [seconds + longest + 1n, /100 years/],
    [(seconds + 3_600n) * 1_000n, /100 years/],
  ])('may not be %s', (expiry, reason) => {
    expect(explainExpiry(expiry, now)).toMatch(reason);
  });
});
