import { expect, it } from 'vitest';
import { type Feature, layOut, pointAt, spread } from './map-layout.ts';

const feature = (type: string, start: number, end: number): Feature => ({
  type,
  name: type,
  location: '',
  span: { start, end },
  isReverse: false,
});

it('gives overlapping features lanes of their own, also across the origin', () => {
  const features = [
    feature('source', 1, 40),
    feature('CDS', 1, 20),
    feature('gene', 15, 30),
    feature('promoter', 35, 3),
    feature('terminator', 31, 34),
  ];
  const lanes = layOut(features, 40).map(({ feature: { type }, lane, end }) => [type, lane, end]);
  expect(lanes).toEqual([
    ['CDS', 0, 20],
    ['gene', 1, 30],
    ['promoter', 1, 43],
    ['terminator', 0, 34],
  ]);
});

it('places the beginning at the top, clockwise, and keeps labels apart', () => {
  expect(pointAt(0, 100)).toEqual({ x: 0, y: -100 });
  expect(pointAt(0.25, 100)).toEqual({ x: 100, y: 0 });
  expect(spread([0, 0, 100], 10, 100)).toEqual([0, 10, 100]);
  expect(spread([100, 100], 10, 100)).toEqual([90, 100]);
});
