import { expect, it } from 'vitest';
import { neutralTime } from './stable-date.ts';

it('gives the same text in every locale and time zone', () => {
  const date = new Date('2026-09-05T08:03:00Z');
  expect(neutralTime(date, 'relative')).toBe('5 Sep 2026');
  expect(neutralTime(date, 'datetime')).toBe('5 Sep 2026, 08:03 UTC');
  expect(neutralTime(date, 'time')).toBe('08:03 UTC');
});
