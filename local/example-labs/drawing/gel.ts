import { seededRandom } from '../encoders/random.ts';
import type { Bytes } from '../encoders/zip.ts';
import { drawFigure, type Label } from './figure.ts';
import { encodePng } from './png.ts';
import { type Color, Raster } from './raster.ts';

interface Lane {
  name: string;
  /** Sizes and amounts of its bands; an amount of 1 is a strong band. */
  bands: readonly (readonly [size: number, amount: number])[];
}

interface Gel {
  /** The first lane is the ladder. Its sizes label the gel. */
  lanes: readonly Lane[];
  unit: 'kDa' | 'bp';
  seed: string;
}

/** A gel with dark bands: distance falls with the logarithm of the size. Each band is wider in its lane than high. */
export function drawGel({ lanes, unit, seed }: Gel): Promise<Bytes> {
  const random = seededRandom(seed);
  const [left, top, laneWidth, height] = [74, 44, 62, 420];
  const width = lanes.length * laneWidth;
  const raster = new Raster(width, height, [214, 217, 226]);
  const sizes = lanes[0]?.bands.map(([size]) => size) ?? [];
  const [highest, lowest] = [Math.log(Math.max(...sizes) * 1.15), Math.log(Math.min(...sizes) * 0.8)];
  const distance = (size: number) => 14 + ((highest - Math.log(size)) / (highest - lowest)) * (height - 28);
  const labels: Label[] = [{ text: unit, x: left - 14, y: 22, align: 'right' }];
  for (const [index, { name, bands }] of lanes.entries()) {
    const middle = (index + 0.5) * laneWidth;
    labels.push({ text: name, x: left + middle, y: 22, align: 'center' });
    for (const [size, amount] of bands) drawBand(raster, middle, distance(size), amount);
  }
  const shapes: string[] = [];
  for (const size of sizes) {
    const y = top + distance(size);
    labels.push({ text: String(size), x: left - 14, y, align: 'right' });
    shapes.push(`<line x1="${left - 9}" y1="${y}" x2="${left - 2}" y2="${y}" stroke="#1a1a1a"/>`);
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const shade = random.normal(0, 0.018);
      raster.blend(x, y, shade > 0 ? [255, 255, 255] : [40, 44, 70], Math.abs(shade));
    }
  const picture = { png: encodePng(raster), left, top, width, height };
  return drawFigure({
    width: left + width + 24,
    height: top + height + 20,
    pictures: [picture],
    shapes,
    labels,
  });
}

const stain: Color = [38, 42, 86];

function drawBand(raster: Raster, middle: number, center: number, amount: number): void {
  for (let y = Math.floor(center - 12); y <= center + 12; y++)
    for (let x = Math.floor(middle - 28); x <= middle + 28; x++) {
      const across = Math.min(1, Math.max(0, (25 - Math.abs(x - middle)) / 4));
      // Bands smile: their ends run ahead of the middle.
      const along = y - center + ((x - middle) / 28) ** 2 * 2;
      raster.blend(x, y, stain, across * Math.min(0.95, amount * Math.exp(-((along / 3.4) ** 2))));
    }
}
