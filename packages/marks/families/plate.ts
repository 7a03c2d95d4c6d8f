import type { Canvas, Draw, Shape } from '../drawing/canvas.ts';
import { isInEveryCrop } from '../drawing/canvas.ts';
import { hills, quantiles } from '../drawing/field.ts';
import { PathData } from '../drawing/path.ts';
import { between, type Random } from '../drawing/random.ts';
import type { Tone } from '../drawing/traits.ts';

interface Well {
  x: number;
  y: number;
  value: number;
}

/** Wells of a plate: round, square, or round with the size of their value. The highest take the answer. */
export const drawPlate: Draw = (canvas, random) => {
  const shape = between(random, 0, 3);
  const isSquare = shape === 1;
  const isSized = shape >= 2;
  const { wells, pitch } = fill(canvas, random, shape === 3);
  const at = quantiles(wells.map(({ value }) => value));
  const levels = (canvas.isSmall ? [0.3, 0.58, 0.82] : [0.36, 0.64, 0.87]).map(at);
  const hits = highest(canvas, wells);
  const full = canvas.isSmall ? 0.84 : 0.78;
  const sizes = isSized ? [0.34, 0.52, 0.72, 0.88] : [full, full, full, full];
  const tones: readonly Tone[] = [1, 2, 3, 4, 'answer'];
  return tones.map((tone, index): Shape => {
    const path = new PathData();
    const size = pitch * (sizes[index] ?? (isSized ? 0.92 : full));
    for (const well of wells) {
      const step = hits.has(well) ? 4 : levels.filter((level) => well.value >= level).length;
      if (step !== index) continue;
      if (isSquare) path.rectangle(well.x - size / 2, well.y - size / 2, size, size);
      else path.dot(well.x, well.y);
    }
    return isSquare ? { path, fill: tone } : { path, stroke: { tone, width: size, isRound: true } };
  });
};

function fill(canvas: Canvas, random: Random, isOffset: boolean): { wells: Well[]; pitch: number } {
  const { width, height, isSmall } = canvas;
  const rows = isSmall ? 4 : between(random, 7, 10);
  const columns = Math.round((width * rows) / height);
  const pitch = width / columns;
  const field = hills(random, canvas, isSmall ? 2 : Math.round((width / height) * 2.3));
  const wells: Well[] = [];
  for (let row = 0; row < rows; row += 1) {
    const shift = isOffset && row % 2 === 1 && !isSmall ? 0.5 : 0;
    for (let column = 0; column < columns + (shift ? 1 : 0); column += 1) {
      const [x, y] = [(column + 0.5 - shift) * pitch, ((row + 0.5) * height) / rows];
      wells.push({ x, y, value: field(x, y) + random() * (isSmall ? 0.25 : 0.16) });
    }
  }
  return { wells, pitch };
}

/** The highest wells, one of them where every crop shows it. */
function highest(canvas: Canvas, wells: readonly Well[]): Set<Well> {
  const sorted = [...wells].sort((one, other) => other.value - one.value);
  const hits = sorted.slice(0, canvas.isSmall ? 1 : Math.max(2, Math.round(wells.length / 120)));
  const central = sorted.find(({ x }) => isInEveryCrop(canvas, x));
  return new Set(central ? [...hits, central] : hits);
}
