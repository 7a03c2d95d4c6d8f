import type { Canvas, Draw, Shape } from '../drawing/canvas.ts';
import { isInEveryCrop } from '../drawing/canvas.ts';
import { areaOf, centreOf, hills, quantiles } from '../drawing/field.ts';
import { PathData, type Point } from '../drawing/path.ts';
import type { Random } from '../drawing/random.ts';
import type { Tone } from '../drawing/traits.ts';

interface Cell {
  outline: Point[];
  center: Point;
  value: number;
}

/** A tissue of rounded cells (Voronoi). About one cell in thirty takes the answer. */
export const drawCells: Draw = (canvas, random) => {
  const { width, height, isSmall } = canvas;
  const side = isSmall ? height / 3.2 : height / (5.6 + random() * 2.6);
  const rows = scatter(canvas, random, side);
  const field = hills(random, canvas, isSmall ? 2 : Math.round((width / height) * 2));
  const cells = rows.slice(1, -1).flatMap((points, row) =>
    points.slice(1, -1).map((point, column): Cell => {
      const outline = cellAround(point, neighbours(rows, row + 1, column + 1), side);
      const value = field(point[0], point[1]) + random() * 0.3;
      return { outline, center: centreOf(outline), value };
    }),
  );
  const at = quantiles(cells.map(({ value }) => value));
  const levels = [0.34, 0.62, 0.85].map(at);
  const answers = chosen(canvas, cells, random);
  const gap = isSmall ? 1.1 : side * 0.035;
  const rounding = side * (isSmall ? 0.12 : 0.16);
  const tones: readonly Tone[] = [1, 2, 3, 4, 'answer'];
  return tones.map((tone, index): Shape => {
    const path = new PathData();
    for (const cell of cells) {
      const step = answers.has(cell) ? 4 : levels.filter((level) => cell.value >= level).length;
      if (step === index) path.polygon(shrink(cell.outline, gap + rounding));
    }
    return { path, fill: tone, stroke: { tone, width: rounding * 2, isRound: true } };
  });
};

/** Rows of a jittered grid, with two more on every side, which bound the cells at the edge. */
function scatter({ width, height }: Canvas, random: Random, side: number): Point[][] {
  const columns = Math.round(width / side);
  const rows = Math.max(3, Math.round(height / side));
  return Array.from({ length: rows + 4 }, (_, row) => {
    const shift = row % 2 === 0 ? 0.25 : -0.25;
    return Array.from(
      { length: columns + 4 },
      (_, column): Point => [
        ((column - 1.5 + shift + (random() - 0.5) * 0.62) * width) / columns,
        ((row - 1.5 + (random() - 0.5) * 0.62) * height) / rows,
      ],
    );
  });
}

/** The points at most two rows and three columns away, but not the point itself. */
function neighbours(rows: readonly Point[][], row: number, column: number): Point[] {
  return rows
    .slice(Math.max(0, row - 2), row + 3)
    .flatMap((points) => points.slice(Math.max(0, column - 3), column + 4))
    .filter((point) => point !== rows[row]?.[column]);
}

/** The region nearer to a point than to the others. */
function cellAround([x, y]: Point, others: readonly Point[], side: number): Point[] {
  const reach = side * 1.6;
  let outline: Point[] = [
    [x - reach, y - reach],
    [x + reach, y - reach],
    [x + reach, y + reach],
    [x - reach, y + reach],
  ];
  for (const [otherX, otherY] of others) {
    const [dx, dy] = [otherX - x, otherY - y];
    const limit = (dx * dx + dy * dy) / 2;
    outline = clip(outline, ([px, py]) => (px - x) * dx + (py - y) * dy - limit);
  }
  return outline;
}

/** Keeps the part of a convex polygon where `side` is at most 0. */
function clip(outline: readonly Point[], side: (point: Point) => number): Point[] {
  const kept: Point[] = [];
  outline.forEach((point, index) => {
    const next = outline[(index + 1) % outline.length] ?? point;
    const [here, there] = [side(point), side(next)];
    if (here <= 0) kept.push(point);
    if (here * there < 0) {
      const part = here / (here - there);
      kept.push([point[0] + (next[0] - point[0]) * part, point[1] + (next[1] - point[1]) * part]);
    }
  });
  return kept;
}

/** Moves every side of a convex polygon inwards; empty if nothing is left. */
function shrink(outline: readonly Point[], distance: number): Point[] {
  const [centerX, centerY] = centreOf(outline);
  let rest: Point[] = [...outline];
  outline.forEach(([x, y], index) => {
    const [nextX, nextY] = outline[(index + 1) % outline.length] ?? [x, y];
    const length = Math.sqrt((nextX - x) ** 2 + (nextY - y) ** 2);
    if (length === 0) return;
    let [normalX, normalY] = [(nextY - y) / length, (x - nextX) / length];
    if ((centerX - x) * normalX + (centerY - y) * normalY > 0) [normalX, normalY] = [-normalX, -normalY];
    rest = clip(rest, ([px, py]) => (px - x) * normalX + (py - y) * normalY + distance);
  });
  const corners = withoutShortSides(rest, 0.6);
  return areaOf(corners) > 1 ? corners : [];
}

function withoutShortSides(outline: readonly Point[], shortest: number): Point[] {
  return outline.filter(([x, y], index) => {
    const [nextX, nextY] = outline[(index + 1) % outline.length] ?? [x, y];
    return Math.abs(nextX - x) + Math.abs(nextY - y) > shortest;
  });
}

/** The cells with the answer, one of them where every crop shows it. */
function chosen(canvas: Canvas, cells: readonly Cell[], random: Random): Set<Cell> {
  const { width, height, isSmall } = canvas;
  const inside = cells.filter(
    ({ center: [x, y] }) => x > 0 && x < width && y > height * 0.12 && y < height * 0.88,
  );
  const central = inside.filter(({ center: [x] }) => isInEveryCrop(canvas, x));
  const first = central[Math.floor(random() * central.length)];
  const others = isSmall ? [] : inside.filter(() => random() < 0.032);
  return new Set(first ? [first, ...others] : others);
}
