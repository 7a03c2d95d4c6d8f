import type { Shape } from './drawing/canvas.ts';
import type { Point } from './drawing/path.ts';
import type { Tone } from './drawing/traits.ts';
import type { Mark } from './lab-mark.ts';

/** The tone of every point of a grid over the mark's canvas, as a renderer would paint it, without thin outlines. */
export function paint({ canvas, shapes }: Mark, columns: number, rows: number): Tone[] {
  const tones = new Array<Tone>(columns * rows).fill(0);
  const xOf = (column: number) => ((column + 0.5) * canvas.width) / columns;
  const yOf = (row: number) => ((row + 0.5) * canvas.height) / rows;
  for (const shape of shapes) {
    const outlines = outlinesOf(shape);
    for (let row = 0; row < rows; row += 1) {
      const y = yOf(row);
      const crossings = outlines.flatMap((outline) => crossingsOf(outline, y)).sort((a, b) => a - b);
      const tone = shape.fill ?? shape.stroke?.tone;
      let passed = 0;
      for (let column = 0; column < columns; column += 1) {
        while (passed < crossings.length && (crossings[passed] ?? 0) < xOf(column)) passed += 1;
        if (passed % 2 === 1 && tone !== undefined) tones[row * columns + column] = tone;
      }
    }
  }
  return tones;
}

/** The polygons of a path; a point with a round cap becomes a polygon of 12 corners. */
function outlinesOf({ path, stroke }: Shape): Point[][] {
  const outlines: Point[][] = [];
  let outline: Point[] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', rest = ''] of path.toString().matchAll(/([mlhvqtz])([^mlhvqtz]*)/g)) {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    if (command === 'z') [x, y] = outline[0] ?? [x, y];
    if (command === 'm') {
      outline = [];
      outlines.push(outline);
    }
    const steps: Point[] =
      command === 'h'
        ? numbers.map((dx) => [dx, 0])
        : command === 'v'
          ? numbers.map((dy) => [0, dy])
          : Array.from({ length: numbers.length / 2 }, (_, index) => [
              numbers[index * 2] ?? 0,
              numbers[index * 2 + 1] ?? 0,
            ]);
    // Of a curve, only its ends; control points are left out.
    if (command === 'q') steps.shift();
    for (const [dx, dy] of steps) {
      [x, y] = [x + dx, y + dy];
      outline.push([x, y]);
    }
  }
  return outlines.map((points) => {
    const [first] = points;
    return points.length === 2 && first && stroke ? disc(first, stroke.width / 2) : points;
  });
}

function disc([x, y]: Point, radius: number): Point[] {
  return Array.from({ length: 12 }, (_, index) => {
    const angle = (index / 6) * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

function crossingsOf(outline: readonly Point[], y: number): number[] {
  return outline.flatMap(([fromX, fromY], index) => {
    const [toX, toY] = outline[(index + 1) % outline.length] ?? [fromX, fromY];
    return fromY > y === toY > y ? [] : [fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)];
  });
}
