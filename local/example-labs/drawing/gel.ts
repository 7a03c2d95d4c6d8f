import { seededRandom } from '../encoders/random.ts';
import { type Color, Raster } from './raster.ts';

interface Lane {
  name: string;
  /** Sizes and amounts of its bands; an amount of 1 is a strong band. */
  bands: readonly (readonly [size: number, amount: number])[];
}

interface Gel {
  title: string;
  /** The first lane is the ladder. Its sizes label the gel. */
  lanes: readonly Lane[];
  unit: 'kDa' | 'bp';
  seed: string;
}

/** A gel with dark bands: distance falls with the logarithm of the size. Each band is wider in its lane than high. */
export function drawGel({ title, lanes, unit, seed }: Gel): Raster {
  const random = seededRandom(seed);
  const [left, top, laneWidth, height] = [90, 84, 62, 420];
  const raster = new Raster(left + lanes.length * laneWidth + 30, top + height + 30, [250, 250, 248]);
  const sizes = lanes[0]?.bands.map(([size]) => size) ?? [];
  const [highest, lowest] = [Math.log(Math.max(...sizes) * 1.15), Math.log(Math.min(...sizes) * 0.8)];
  const distance = (size: number) =>
    top + 14 + ((highest - Math.log(size)) / (highest - lowest)) * (height - 28);
  raster.text(title, left, 24);
  raster.rectangle(left, top, lanes.length * laneWidth, height, [214, 217, 226]);
  for (const [index, { name, bands }] of lanes.entries()) {
    const middle = left + (index + 0.5) * laneWidth;
    raster.text(name, middle, 64, { align: 'center', scale: 1.6 > name.length / 4 ? 2 : 1 });
    for (const [size, amount] of bands) drawBand(raster, middle, distance(size), amount);
  }
  for (const size of sizes) raster.text(String(size), left - 12, distance(size), { align: 'right' });
  raster.text(unit, left - 12, 64, { align: 'right' });
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + lanes.length * laneWidth; x++) {
      const shade = random.normal(0, 0.018);
      raster.blend(x, y, shade > 0 ? [255, 255, 255] : [40, 44, 70], Math.abs(shade));
    }
  return raster;
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
