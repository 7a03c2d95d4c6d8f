import { expect, it } from 'vitest';
import { asinhTicks, densityOf, densityPaths, medianOf, rangeOf, scaleOf } from './density.ts';

it('counts events per cell, and draws joined cells from thin to dense', () => {
  const axis = (values: number[]) => ({
    values: Float32Array.from(values),
    scale: 'linear' as const,
    range: [0, 4] as const,
  });
  const { counts, inside } = densityOf(axis([0, 1, 1, 3, Number.NaN, 9]), axis([0, 0, 0, 3, 1, 1]), 4);
  expect([inside, [...counts]]).toEqual([4, [1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]);
  expect(densityPaths(counts, 4, 2)).toEqual(['M0 3h1v1h-1zM3 0h1v1h-1z', 'M1 3h1v1h-1z']);
});

it('chooses scales, ranges and ticks', () => {
  expect([scaleOf('FSC-A'), scaleOf('Time'), scaleOf('FITC-A')]).toEqual(['linear', 'linear', 'asinh']);
  expect(rangeOf(new Float32Array(0), 'linear')).toEqual([0, 1]);
  expect(rangeOf(Float32Array.of(5, 5), 'linear')).toEqual([4, 6]);
  expect(asinhTicks([-3, 8])).toEqual([-1e3, -100, 0, 100, 1e3, 1e4, 1e5]);
  expect(medianOf(Float32Array.of(3, 1, Number.NaN, 2))).toBe(2);
});
