export type Point = readonly [x: number, y: number];

/** Rounds to tenths of a pixel. */
export function tenths(value: number): string {
  const text = (Math.round(value * 10) / 10).toString();
  return text === '-0' ? '0' : text.replace(/^(-?)0\./, '$1.');
}

/** Writes path data with relative coordinates in tenths of a pixel, which is about half as long as absolute ones. */
export class PathData {
  #text = '';
  #x = 0;
  #y = 0;

  /** A closed polygon. */
  polygon(points: readonly Point[]): this {
    if (points.length < 3) return this;
    this.line(points);
    this.#text += 'z';
    const [first] = points;
    if (first) [this.#x, this.#y] = [Math.round(first[0] * 10), Math.round(first[1] * 10)];
    return this;
  }

  /**
   * A closed curve around the corners of a polygon: through the middles of its sides, with the corners as control points.
   * `t` derives each control point from the one before, so only the middles are written. The middles are chosen by what
   * a renderer derives, so that rounding does not add up.
   */
  curve(points: readonly Point[]): this {
    const corners = points.map(([x, y]): Point => [Math.round(x * 10), Math.round(y * 10)]);
    const [first, last] = [corners[0], corners.at(-1)];
    if (!first || !last || corners.length < 3) return this;
    const start = middle(last, first);
    let control = first;
    let text = `m${pair(start[0] - this.#x, start[1] - this.#y, false)}`;
    let at = start;
    corners.forEach((_, index) => {
      const next = corners[(index + 1) % corners.length] ?? first;
      const end = index === corners.length - 1 ? start : middle(control, next);
      if (index === 0) text += `q${pair(control[0] - at[0], control[1] - at[1], false)}`;
      else if (index === 1) text += 't';
      text += pair(end[0] - at[0], end[1] - at[1], index !== 1);
      control = [2 * end[0] - control[0], 2 * end[1] - control[1]];
      at = end;
    });
    this.#text += `${text}z`;
    [this.#x, this.#y] = start;
    return this;
  }

  /** An open line. */
  line(points: readonly Point[]): this {
    points.forEach((point, index) => {
      const dx = Math.round(point[0] * 10) - this.#x;
      const dy = Math.round(point[1] * 10) - this.#y;
      if (index > 0 && dx === 0 && dy === 0) return;
      this.#x += dx;
      this.#y += dy;
      this.#text += `${index === 0 ? 'm' : index === 1 ? 'l' : ''}${pair(dx, dy, index > 1)}`;
    });
    return this;
  }

  rectangle(x: number, y: number, width: number, height: number): this {
    const [w, h] = [Math.round(width * 10), Math.round(height * 10)];
    const dx = Math.round(x * 10) - this.#x;
    const dy = Math.round(y * 10) - this.#y;
    this.#x += dx;
    this.#y += dy;
    this.#text += `m${pair(dx, dy, false)}h${tenth(w)}v${tenth(h)}h${tenth(-w)}z`;
    return this;
  }

  /** A point: with a round cap, the stroke of the path draws a disc there. */
  dot(x: number, y: number): this {
    const dx = Math.round(x * 10) - this.#x;
    const dy = Math.round(y * 10) - this.#y;
    this.#x += dx;
    this.#y += dy;
    this.#text += `m${pair(dx, dy, false)}h0`;
    return this;
  }

  get isEmpty(): boolean {
    return this.#text === '';
  }

  toString(): string {
    return this.#text;
  }
}

const middle = ([ax, ay]: Point, [bx, by]: Point): Point => [
  Math.round((ax + bx) / 2),
  Math.round((ay + by) / 2),
];

const tenth = (value: number) => tenths(value / 10);

function pair(dx: number, dy: number, isNext: boolean): string {
  const [x, y] = [tenth(dx), tenth(dy)];
  return `${isNext && !x.startsWith('-') ? ' ' : ''}${x}${y.startsWith('-') ? '' : ' '}${y}`;
}

/** Points of a closed line at about equal distances, at least eight of them. */
export function spaced(points: readonly Point[], distance: number): Point[] {
  const sides = points.map(([x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y];
    return Math.sqrt((nextX - x) ** 2 + (nextY - y) ** 2);
  });
  const length = sides.reduce((sum, side) => sum + side, 0);
  const count = Math.max(8, Math.round(length / distance));
  const kept: Point[] = [];
  let passed = 0;
  points.forEach(([x, y], index) => {
    const side = sides[index] ?? 0;
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y];
    while (kept.length < count && (kept.length * length) / count < passed + side) {
      const part = ((kept.length * length) / count - passed) / side;
      kept.push([x + (nextX - x) * part, y + (nextY - y) * part]);
    }
    passed += side;
  });
  return kept;
}

/** Removes points that are within `tolerance` of the line between their neighbours (Ramer, Douglas and Peucker). */
export function simplify(points: readonly Point[], tolerance: number): Point[] {
  const kept = new Uint8Array(points.length);
  kept[0] = 1;
  kept[points.length - 1] = 1;
  const open: [number, number][] = [[0, points.length - 1]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [start, end] = range;
    const [ax, ay] = points[start] ?? [0, 0];
    const [bx, by] = points[end] ?? [0, 0];
    const length = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
    let farthest = -1;
    let distance = tolerance;
    for (let index = start + 1; index < end; index += 1) {
      const [x, y] = points[index] ?? [0, 0];
      const away =
        length === 0
          ? Math.sqrt((x - ax) ** 2 + (y - ay) ** 2)
          : Math.abs((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / length;
      if (away > distance) [farthest, distance] = [index, away];
    }
    if (farthest < 0) continue;
    kept[farthest] = 1;
    open.push([start, farthest], [farthest, end]);
  }
  return points.filter((_, index) => kept[index] === 1);
}
