import { expect, it } from 'vitest';
import { rowsBetween } from './rectangle.ts';

const rows = { top: 100, rowHeight: 40, count: 3 };

it('finds the rows that a rectangle touches, drawn downwards or upwards', () => {
  expect(rowsBetween(rows, 110, 150)).toEqual({ first: 0, last: 1 });
  expect(rowsBetween(rows, 190, 150)).toEqual({ first: 1, last: 2 });
  expect(rowsBetween(rows, 141, 142)).toEqual({ first: 1, last: 1 });
});

it('ends at the first and the last row', () => {
  expect(rowsBetween(rows, 0, 900)).toEqual({ first: 0, last: 2 });
});

it('finds nothing above, below and in an empty list', () => {
  expect(rowsBetween(rows, 10, 99)).toBeNull();
  expect(rowsBetween(rows, 220, 300)).toBeNull();
  expect(rowsBetween({ ...rows, count: 0 }, 0, 900)).toBeNull();
});
