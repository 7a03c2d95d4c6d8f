import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';

export interface Tile<Item> {
  item: Item;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TileGroup<Item> extends Tile<string> {
  tiles: Tile<Item>[];
}

interface Node<Item> {
  name?: string;
  item?: Item;
  children?: Node<Item>[];
}

interface Layout {
  width: number;
  height: number;
  /** Pixels between groups, and above the tiles of a group. */
  gap?: number;
  head?: number;
}

const squares = treemapSquarify.ratio(1);

function layOut<Item>(root: Node<Item>, sizeOf: (item: Item) => number, layout: Layout) {
  const { width, height, gap = 0, head = 0 } = layout;
  const sized = hierarchy(root)
    .sum(({ item }) => (item === undefined ? 0 : sizeOf(item)))
    .sort((one, other) => (other.value ?? 0) - (one.value ?? 0));
  return treemap<Node<Item>>()
    .tile(squares)
    .size([width, height])
    .paddingInner((node) => (node.depth === 0 ? gap : 0))
    .paddingTop((node) => (node.depth === 1 ? head : 0))(sized);
}

const place = (node: { x0: number; y0: number; x1: number; y1: number }) => ({
  x: node.x0,
  y: node.y0,
  width: node.x1 - node.x0,
  height: node.y1 - node.y0,
});

/** Divides an area between items into rectangles that are as square as possible, in proportion to their size. */
export function treemapTiles<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  width: number,
  height: number,
): Tile<Item>[] {
  const children = items.filter((item) => sizeOf(item) > 0).map((item) => ({ item }));
  if (children.length === 0) return [];
  return layOut<Item>({ children }, sizeOf, { width, height })
    .leaves()
    .flatMap((node) => (node.data.item === undefined ? [] : [{ item: node.data.item, ...place(node) }]));
}

/** The same for groups of items: the area is divided between the groups, and each group between its items. */
export function treemapGroups<Item>(
  groups: readonly { name: string; items: readonly Item[] }[],
  sizeOf: (item: Item) => number,
  layout: Layout,
): TileGroup<Item>[] {
  const children = groups
    .map(({ name, items }) => ({
      name,
      children: items.filter((item) => sizeOf(item) > 0).map((item) => ({ item })),
    }))
    .filter((group) => group.children.length > 0);
  if (children.length === 0) return [];
  return (layOut<Item>({ children }, sizeOf, layout).children ?? []).map((group) => ({
    item: group.data.name ?? '',
    ...place(group),
    tiles: group
      .leaves()
      .flatMap((node) => (node.data.item === undefined ? [] : [{ item: node.data.item, ...place(node) }])),
  }));
}
