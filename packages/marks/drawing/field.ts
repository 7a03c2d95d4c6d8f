import type { Canvas } from './canvas.ts';
import type { Point } from './path.ts';
import type { Random } from './random.ts';

/** A height for every point of a canvas. */
export type Field = (x: number, y: number) => number;

interface Hill {
  x: number;
  y: number;
  width: number;
  height: number;
  size: number;
}

/** Hills and some hollows, spread over the width. The highest hill is where every crop shows it. */
export function hills(random: Random, { width, height }: Canvas, count: number): Field {
  const all = Array.from({ length: count }, (_, index): Hill => {
    const x = (-0.05 + (1.1 * (index + random())) / count) * width;
    const y = (random() * 1.3 - 0.15) * height;
    const reach = (0.45 + random() * 0.85) * height;
    return { x, y, width: reach * 1.25, height: reach, size: random() < 0.25 ? -0.7 : 0.4 + random() * 0.5 };
  });
  const reach = (0.55 + random() * 0.45) * height;
  all.push({
    x: width / 2 + (random() - 0.5) * height * (width === height ? 0.6 : 1.3),
    y: (0.2 + random() * 0.6) * height,
    width: reach * (0.9 + random() * 0.6),
    height: reach,
    size: 1.5,
  });
  return (x, y) => {
    let sum = 0;
    for (const hill of all) {
      const dx = (x - hill.x) / hill.width;
      const dy = (y - hill.y) / hill.height;
      sum += hill.size * bell(dx * dx + dy * dy);
    }
    return sum;
  };
}

/** A bell of width 1 by its squared distance. Only basic arithmetic, whose results are the same on every machine. */
export function bell(squared: number): number {
  const base = 1 + squared;
  return 1 / (base * base * base);
}

/** Returns the value below which a share of the values lies. */
export function quantiles(values: readonly number[]): (share: number) => number {
  const sorted = Float64Array.from(values).sort();
  return (share) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
}

export interface Grid {
  columns: number;
  rows: number;
  /** Distance of two points in pixels. */
  step: number;
  /** Row by row. The outermost points are lower than all others, so that every line is closed. */
  values: Float64Array;
}

/** Samples a field, two steps beyond the canvas on every side. */
export function sample(field: Field, { width, height }: Canvas, step: number): Grid {
  const columns = Math.ceil(width / step) + 5;
  const rows = Math.ceil(height / step) + 5;
  const values = new Float64Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const isEdge = row === 0 || column === 0 || row === rows - 1 || column === columns - 1;
      values[row * columns + column] = isEdge ? -1e3 : field((column - 2) * step, (row - 2) * step);
    }
  }
  return { columns, rows, step, values };
}

/** The values of a grid without its border, and without `margin` columns more on the left and right. */
export function innerValues({ columns, rows, values }: Grid, margin = 0): number[] {
  const inner: number[] = [];
  for (let row = 2; row < rows - 2; row += 1) {
    inner.push(...values.subarray(row * columns + 2 + margin, (row + 1) * columns - 2 - margin));
  }
  return inner;
}

/** The closed lines around all that is higher than a level (marching squares). */
export function isolines({ columns, rows, step, values }: Grid, level: number): Point[][] {
  const at = (row: number, column: number) => values[row * columns + column] ?? 0;
  const points = new Map<number, Point>();
  const next = new Map<number, number>();
  /** The point where the level crosses the edge to the right of, or below, a point of the grid. */
  const crossing = (row: number, column: number, isBelow: boolean): number => {
    const key = (row * columns + column) * 2 + (isBelow ? 1 : 0);
    if (!points.has(key)) {
      const from = at(row, column);
      const to = isBelow ? at(row + 1, column) : at(row, column + 1);
      const part = (level - from) / (to - from);
      const [x, y] = isBelow ? [column, row + part] : [column + part, row];
      points.set(key, [(x - 2) * step, (y - 2) * step]);
    }
    return key;
  };
  for (let row = 0; row < rows - 1; row += 1) {
    for (let column = 0; column < columns - 1; column += 1) {
      const corners =
        (at(row, column) > level ? 1 : 0) |
        (at(row, column + 1) > level ? 2 : 0) |
        (at(row + 1, column + 1) > level ? 4 : 0) |
        (at(row + 1, column) > level ? 8 : 0);
      for (const [from, to] of segments[corners] ?? []) {
        next.set(
          crossing(row + (from === 'bottom' ? 1 : 0), column + (from === 'right' ? 1 : 0), isVertical(from)),
          crossing(row + (to === 'bottom' ? 1 : 0), column + (to === 'right' ? 1 : 0), isVertical(to)),
        );
      }
    }
  }
  const lines: Point[][] = [];
  for (const [start] of next) {
    const line: Point[] = [];
    let key: number | undefined = start;
    while (key !== undefined && next.has(key)) {
      const point = points.get(key);
      if (point) line.push(point);
      const following: number | undefined = next.get(key);
      next.delete(key);
      key = following;
    }
    if (line.length > 3) lines.push(line);
  }
  return lines;
}

type Edge = 'top' | 'right' | 'bottom' | 'left';

const isVertical = (edge: Edge) => edge === 'left' || edge === 'right';

/** Where the line enters and leaves a cell, by which of its corners are higher (1 top left, then clockwise). */
const segments: Record<number, readonly (readonly [Edge, Edge])[]> = {
  1: [['left', 'top']],
  2: [['top', 'right']],
  3: [['left', 'right']],
  4: [['right', 'bottom']],
  5: [
    ['left', 'top'],
    ['right', 'bottom'],
  ],
  6: [['top', 'bottom']],
  7: [['left', 'bottom']],
  8: [['bottom', 'left']],
  9: [['bottom', 'top']],
  10: [
    ['top', 'right'],
    ['bottom', 'left'],
  ],
  11: [['bottom', 'right']],
  12: [['right', 'left']],
  13: [['right', 'top']],
  14: [['top', 'left']],
};

/** Area within a closed line. */
export function areaOf(line: readonly Point[]): number {
  let sum = 0;
  line.forEach(([x, y], index) => {
    const [nextX, nextY] = line[(index + 1) % line.length] ?? [x, y];
    sum += x * nextY - nextX * y;
  });
  return Math.abs(sum / 2);
}

export function centreOf(line: readonly Point[]): Point {
  const sum = line.reduce<[number, number]>((all, [x, y]) => [all[0] + x, all[1] + y], [0, 0]);
  return [sum[0] / line.length, sum[1] / line.length];
}
