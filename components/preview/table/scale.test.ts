import { expect, it } from 'vitest';
import { correlationOf, ticksOf } from './scale.ts';

it('covers a range with round ticks, also one without steps', () => {
  expect(ticksOf(0, 1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(ticksOf(-130, 90)).toEqual([-100, -50, 0, 50]);
  expect(ticksOf(5, 5)).toEqual([5]);
  expect(ticksOf(1e300, 1e300 * (1 + 1e-15)).length).toBeLessThan(21);
  expect(ticksOf(-1e308, 1e308)).toEqual([-1e308]);
});

it('correlates two columns', () => {
  expect(
    correlationOf([
      { x: 1, y: 2 },
      { x: 2, y: 4 },
      { x: 3, y: 6 },
    ]),
  ).toBeCloseTo(1);
  expect(
    correlationOf([
      { x: 1, y: 2 },
      { x: 1, y: 4 },
    ]),
  ).toBeNull();
});
