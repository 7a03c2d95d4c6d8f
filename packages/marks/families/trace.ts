import type { Draw, Shape } from '../drawing/canvas.ts';
import { bell } from '../drawing/field.ts';
import { PathData, type Point, simplify } from '../drawing/path.ts';
import { between } from '../drawing/random.ts';

interface Peak {
  at: number;
  width: number;
  height: number;
  /** How far it moves from the first row to the last. */
  drift: number;
}

/** Chromatograms one behind another, whose peaks move from row to row. One row takes the answer. */
export const drawTrace: Draw = ({ width, height, isSmall }, random) => {
  const rows = isSmall ? 4 : between(random, 7, 12);
  const sharpness = 0.6 + random() * 0.9;
  const count = isSmall ? 2 : Math.round((width / height) * 3);
  const peaks = Array.from({ length: count }, (_, index): Peak => {
    const at = ((index + 0.15 + random() * 0.7) / count) * width;
    return {
      at,
      width:
        (height * (isSmall ? 0.12 + random() * 0.08 : 0.035 + random() ** 2 * 0.2)) /
        (isSmall ? 1 : sharpness),
      height: 0.35 + random(),
      drift: (random() - 0.5) * height * (isSmall ? 0.4 : 0.6),
    };
  });
  const marked = between(random, isSmall ? 1 : 2, rows - (isSmall ? 2 : 3));
  const rise = (height / rows) * (isSmall ? 1.3 : 1.5 + sharpness);
  const step = isSmall ? 1 : 2;
  return Array.from({ length: rows }, (_, row): Shape => {
    const base = (height * (row + 1)) / rows + height * (isSmall ? 0 : 0.01);
    const shift = row / rows - 0.5;
    const strengths = peaks.map(() => 0.4 + random() * 0.8);
    const line: Point[] = [];
    for (let x = -step; x <= width + step; x += step) {
      let sum = 0;
      peaks.forEach((peak, index) => {
        const away = (x - peak.at - peak.drift * shift) / (peak.width * 2.6);
        sum += peak.height * (strengths[index] ?? 1) * bell(away * away * (1 + away * away));
      });
      line.push([x, base - rise * (sum / (1 + sum * 0.32))]);
    }
    const bottom = height + 6;
    const path = new PathData().polygon([
      [-6, bottom],
      [-6, base],
      ...simplify(line, isSmall ? 0.1 : 0.15),
      [width + 6, base],
      [width + 6, bottom],
    ]);
    const depth = (row + 1) / rows;
    const fill = row === marked ? 'answer' : isSmall ? depth * 3.4 : depth * 2.7;
    return {
      path,
      fill,
      stroke: isSmall ? { tone: 0, width: 1.6 } : { tone: 4, width: 1, opacity: 0.8 },
    };
  });
};
