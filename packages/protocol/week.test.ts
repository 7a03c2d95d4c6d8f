import { expect, test } from 'vitest';
import { weekOf, weeksBetween, weeksUpTo } from './week.ts';

const at = (date: string) => Date.parse(`${date}Z`);

test('a week begins on Monday, 00:00 UTC', () => {
  const monday = at('2026-11-23T00:00:00');
  expect(weekOf(monday)).toBe(monday);
  expect(weekOf(monday - 1)).toBe(at('2026-11-16T00:00:00'));
  expect(weekOf(at('2026-11-29T23:59:59.999'))).toBe(monday);
  expect(weekOf(at('1969-12-31T12:00:00'))).toBe(at('1969-12-29T00:00:00'));
});

test('weeks are listed and counted up to the current one', () => {
  const now = at('2026-11-25T09:30:00');
  expect(weeksUpTo(now, 3).map((start) => new Date(start).toISOString().slice(0, 10))).toEqual([
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
  ]);
  expect(weeksBetween(now, now)).toBe(1);
  expect(weeksBetween(at('2026-11-08T23:00:00'), now)).toBe(4);
});
