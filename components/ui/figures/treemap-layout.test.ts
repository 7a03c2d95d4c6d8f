import fc from 'fast-check';
import { expect, it } from 'vitest';
import { treemapGroups, treemapTiles } from './treemap-layout.ts';

const size = (value: number) => value;

it('draws one rectangle per item, in proportion to its size, within the area and without overlap', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(sizes, (items) => {
      const tiles = treemapTiles(items, size, 720, 360);
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

it('leaves out items without a size, and groups without items', () => {
  expect(treemapTiles([0, 5], size, 10, 10)).toEqual([{ item: 5, x: 0, y: 0, width: 10, height: 10 }]);
  expect(treemapTiles([], size, 10, 10)).toEqual([]);
  const groups = [
    { name: 'a', items: [0] },
    { name: 'b', items: [1] },
  ];
  expect(treemapGroups(groups, size, { width: 10, height: 10 }).map(({ item }) => item)).toEqual(['b']);
});

it('keeps the tiles of a group below its name and within the group', () => {
  const groups = [
    { name: 'a', items: [6, 3, 2] },
    { name: 'b', items: [4] },
  ];
  for (const group of treemapGroups(groups, size, { width: 600, height: 300, gap: 8, head: 20 })) {
    for (const tile of group.tiles) {
      expect(tile.y).toBeGreaterThanOrEqual(group.y + 20);
      expect(tile.x).toBeGreaterThanOrEqual(group.x);
      expect(tile.x + tile.width).toBeLessThanOrEqual(group.x + group.width + 0.001);
      expect(tile.y + tile.height).toBeLessThanOrEqual(group.y + group.height + 0.001);
    }
  }
});
