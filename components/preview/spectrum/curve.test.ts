import { expect, it } from 'vitest';
import { rangeOf, thinned } from './curve.ts';

it('keeps every peak of a curve with more points than columns', () => {
  const x = Float64Array.from({ length: 10_000 }, (_, index) => index);
  const y = Float64Array.from(x, (index) => (index === 4_321 ? 9 : index === 7_777 ? -9 : 0));
  const [part = []] = thinned(x, y, 100);
  expect(part.length).toBeLessThanOrEqual(400);
  expect(part).toContainEqual([4_321, 9]);
  expect(part).toContainEqual([7_777, -9]);
  expect([part[0], part.at(-1)]).toEqual([
    [0, 0],
    [9_999, 0],
  ]);
});

it('joins no points over what was not measured', () => {
  const parts = thinned([1, 2, 3, 4, 5], [1, 2, Number.NaN, 4, 5], 5);
  expect(parts).toEqual([
    [
      [1, 1],
      [2, 2],
    ],
    [
      [4, 4],
      [5, 5],
    ],
  ]);
});

it('has a range for every curve', () => {
  expect(rangeOf([3, Number.NaN, -2])).toEqual([-2, 3]);
  expect(rangeOf([Number.NaN])).toEqual([0, 1]);
});
