import { expect, test } from 'vitest';
import { VectorMatrix } from './vector-matrix.ts';

const bytes = (...numbers: number[]) => new Uint8Array(new Float32Array(numbers).buffer);
const ahead = new Float32Array([1, 0]);

test('finds the nearest vectors, none below the similarity asked for', () => {
  const matrix = new VectorMatrix(2);
  matrix.set(7, bytes(0, 1));
  matrix.set(8, bytes(1, 0));
  matrix.set(9, bytes(0.6, 0.8));
  expect(matrix.nearest(ahead, 10, -1)).toEqual([8, 9, 7]);
  expect(matrix.nearest(ahead, 10, 0.5)).toEqual([8, 9]);
  expect(matrix.nearest(ahead, 1, -1)).toEqual([8]);
});

test('a removed vector, and one of other dimensions, is not found; a changed one by its new place', () => {
  const matrix = new VectorMatrix(2);
  for (let id = 1; id <= 3_000; id += 1) matrix.set(id, bytes(id / 3_000, 0));
  expect(matrix.nearest(ahead, 2, 0)).toEqual([3_000, 2_999]);
  matrix.set(3_000, null);
  matrix.set(2_999, bytes(1, 0, 0));
  matrix.set(1, bytes(2, 0));
  expect(matrix.nearest(ahead, 2, 0)).toEqual([1, 2_998]);
  expect(matrix.nearest(ahead, 5_000, 0)).toHaveLength(2_998);
});
