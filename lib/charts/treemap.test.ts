import fc from 'fast-check';
import { expect, it } from 'vitest';
import { treemap } from './treemap.ts';

const size = (value: number) => value;

it('draws one rectangle per item, in proportion to its size, within the area and without overlap', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(sizes, (items) => {
      const tiles = treemap(items, size, 720, 360);
      const total = items.reduce((sum, item) => sum + item, 0);
      expect(tiles.map(({ item }) => item).sort((a, b) => a - b)).toEqual([...items].sort((a, b) => a - b));
      for (const { item, x, y, width, height } of tiles) {
        expect((width * height) / (720 * 360)).toBeCloseTo(item / total, 6);
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThan(720.001);
        expect(y + height).toBeLessThan(360.001);
      }
      const covered = tiles.reduce((sum, { width, height }) => sum + width * height, 0);
      expect(covered).toBeCloseTo(720 * 360, 2);
    }),
  );
});

it('keeps rectangles close to squares', () => {
  const tiles = treemap([6, 6, 4, 3, 2, 2, 1], size, 600, 400);
  for (const { width, height } of tiles) expect(Math.max(width / height, height / width)).toBeLessThan(3);
});

it('leaves out items without a size', () => {
  expect(treemap([0, 5], size, 10, 10)).toEqual([{ item: 5, x: 0, y: 0, width: 10, height: 10 }]);
  expect(treemap([], size, 10, 10)).toEqual([]);
});
