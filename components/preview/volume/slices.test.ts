import { expect, it } from 'vitest';
import { sliceOf, windowOf } from './slices.ts';

it('draws slices across each axis, with the last row on top', () => {
  const size: [number, number, number] = [4, 3, 2];
  const voxels = Int16Array.from({ length: 24 }, (_, at) => {
    const [x, y, z] = [at % 4, Math.floor(at / 4) % 3, Math.floor(at / 12)];
    return x + 10 * y + 100 * z;
  });
  const gray = (axis: 0 | 1 | 2, place: number) => {
    const source = { size, voxels, slope: 1, intercept: 0 };
    const { width, height, pixels } = sliceOf(source, axis, place, { center: 127.5, width: 255 });
    return [width, height, pixels[0], pixels[(width * height - 1) * 4]];
  };
  expect(gray(2, 1)).toEqual([4, 3, 120, 103]);
  expect(gray(1, 2)).toEqual([4, 2, 120, 23]);
  expect(gray(0, 3)).toEqual([3, 2, 103, 23]);
  expect(windowOf(voxels)).toMatchObject({ min: 0, max: 123 });
});
