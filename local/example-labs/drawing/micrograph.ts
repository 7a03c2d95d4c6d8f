import type { Random } from '../encoders/random.ts';

/** Brightness of an image, row by row from the top; 0 is dark, 1 is bright. */
export interface Field {
  width: number;
  height: number;
  data: Float64Array;
}

export function darkField(width: number, height: number, level = 0.04): Field {
  return { width, height, data: new Float64Array(width * height).fill(level) };
}

interface Cell {
  x: number;
  y: number;
  long: number;
  wide: number;
  angle: number;
  light: number;
  /** 1 is in focus, 0.2 is far out of focus. */
  sharpness?: number;
  /** Hides what is behind it, instead of adding its light. */
  isOpaque?: boolean;
}

/** Draws an ellipse with a soft edge. */
export function addCell(
  { width, height, data }: Field,
  { x, y, long, wide, angle, light, sharpness = 1, isOpaque = false }: Cell,
): void {
  const reach = Math.ceil(Math.max(long, wide) * (1 + 1.5 / sharpness));
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const steepness = 8 * sharpness;
  for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(height, y + reach); row++)
    for (let column = Math.max(0, Math.floor(x - reach)); column < Math.min(width, x + reach); column++) {
      const [dx, dy] = [column - x, row - y];
      const radius = Math.sqrt(
        ((dx * cosine + dy * sine) / long) ** 2 + ((dy * cosine - dx * sine) / wide) ** 2,
      );
      // Further out the cell adds less than a thousandth.
      if (steepness * (radius - 1) > 7) continue;
      const at = row * width + column;
      const before = data[at] ?? 0;
      const cover = 1 / (1 + Math.exp(steepness * (radius - 1)));
      data[at] = before + cover * (isOpaque ? light - before : light * (0.4 + 0.6 * sharpness));
    }
}

/** Light as a camera counts it: brighter pixels are noisier. */
export function exposed({ width, height, data }: Field, random: Random, noise = 0.02): Field {
  const counted = data.map((light) => Math.max(0, random.normal(light, noise * Math.sqrt(light + 0.05) * 2)));
  return { width, height, data: counted };
}

/** Gray values from 0 to 255. */
export const eightBit = ({ width, height, data }: Field) => ({
  width,
  height,
  data: Uint8Array.from(data, (light) => Math.min(255, Math.round(light * 255))),
});

/** Gray values from 0 to 65,535. */
export const sixteenBit = ({ data }: Field): Uint16Array =>
  Uint16Array.from(data, (light) => Math.min(65_535, Math.round(light * 40_000)));
