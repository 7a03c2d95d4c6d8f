export interface Tile<Item> {
  item: Item;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Divides an area between items, largest first, into rectangles that are as square as possible (squarified treemap).
 * The area of a rectangle is in proportion to its item's size. Items without a size are left out.
 */
export function treemap<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  width: number,
  height: number,
): Tile<Item>[] {
  const sorted = items.filter((item) => sizeOf(item) > 0).sort((one, other) => sizeOf(other) - sizeOf(one));
  const total = sorted.reduce((sum, item) => sum + sizeOf(item), 0);
  const scale = (width * height) / total;
  const areas = sorted.map((item) => ({ item, area: sizeOf(item) * scale }));
  const tiles: Tile<Item>[] = [];
  let rest: Area = { x: 0, y: 0, width, height };
  for (let start = 0; start < areas.length; ) {
    const side = Math.min(rest.width, rest.height);
    let end = start + 1;
    while (
      end < areas.length &&
      flattest(areas.slice(start, end + 1), side) <= flattest(areas.slice(start, end), side)
    )
      end += 1;
    const row = areas.slice(start, end);
    tiles.push(...placeRow(row, rest));
    rest = remainder(row, rest);
    start = end;
  }
  return tiles;
}

type Sized<Item> = { item: Item; area: number };

const sum = (row: readonly { area: number }[]) => row.reduce((total, { area }) => total + area, 0);

/** The longest side divided by the shortest of the worst rectangle in a row along a side. */
function flattest(row: readonly { area: number }[], side: number): number {
  const thickness = sum(row) / side;
  return Math.max(...row.map(({ area }) => Math.max(thickness ** 2 / area, area / thickness ** 2)));
}

/** A row along the shorter side of an area. */
function placeRow<Item>(row: readonly Sized<Item>[], area: Area): Tile<Item>[] {
  const isColumn = area.width >= area.height;
  const side = isColumn ? area.height : area.width;
  const thickness = sum(row) / side;
  let offset = 0;
  return row.map(({ item, area: size }) => {
    const length = size / thickness;
    const place = isColumn
      ? { x: area.x, y: area.y + offset, width: thickness, height: length }
      : { x: area.x + offset, y: area.y, width: length, height: thickness };
    offset += length;
    return { item, ...place };
  });
}

function remainder(row: readonly { area: number }[], area: Area): Area {
  if (area.width >= area.height) {
    const thickness = sum(row) / area.height;
    return { ...area, x: area.x + thickness, width: area.width - thickness };
  }
  const thickness = sum(row) / area.width;
  return { ...area, y: area.y + thickness, height: area.height - thickness };
}
