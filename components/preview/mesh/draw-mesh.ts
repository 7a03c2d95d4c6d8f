import type { ModelOf } from '@labroom/formats/models';

type Mesh = ModelOf<'mesh'>;

/** How a model is turned: the rows of a matrix, which are right, up and towards the viewer. */
export type Turn = readonly number[];

/** Turned further, by degrees on the screen: to the right and downwards. */
export function turned(turn: Turn, right: number, down: number): Turn {
  const [a, b] = [(right * Math.PI) / 180, (down * Math.PI) / 180];
  const about = product(
    [1, 0, 0, 0, Math.cos(b), -Math.sin(b), 0, Math.sin(b), Math.cos(b)],
    [...[Math.cos(a), 0, Math.sin(a), 0, 1, 0, -Math.sin(a), 0, Math.cos(a)]],
  );
  return product(about, turn);
}

const product = (one: Turn, other: Turn): number[] =>
  Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [Math.floor(at / 3) * 3, at % 3];
    return [0, 1, 2].reduce((sum, k) => sum + (one[row + k] ?? 0) * (other[3 * k + column] ?? 0), 0);
  });

/** Seen from the front, from above and from the right, with z upwards, as most programs of design show models. */
export const firstTurn: Turn = turned(turned([1, 0, 0, 0, 0, 1, 0, -1, 0], -30, 0), 0, 20);

interface Picture {
  width: number;
  height: number;
  /** RGBA, transparent where nothing is. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
}

interface Look {
  turn: Turn;
  zoom: number;
  width: number;
  height: number;
}

/** Light comes from the viewer, a little from the left and from above. */
const LIGHT = [-0.3, 0.4, 0.866] as const;
const [DARK, BRIGHT] = [70, 215];

/** Draws a model without perspective: what is nearer hides what is farther, and surfaces that face the light are brighter. */
export function drawMesh({ box, drawn, positions }: Mesh, { turn, zoom, width, height }: Look): Picture {
  const pixels = new Uint8ClampedArray(width * height * 4);
  if (!box) return { width, height, pixels };
  const canvas = {
    width,
    height,
    pixels,
    depths: new Float32Array(width * height).fill(Number.NEGATIVE_INFINITY),
    steps: 0,
  };
  const place = placer(box, { turn, zoom, width, height });
  const corners = new Float32Array(9);
  const size = drawn === 'triangles' ? 9 : 3;
  for (let at = 0; at + size <= positions.length; at += size) {
    for (let corner = 0; corner < size; corner += 3) place(positions, at + corner, corners, corner);
    if (drawn === 'triangles') drawTriangle(canvas, corners);
    else drawPixel(canvas, Math.round(corners[0] ?? 0), Math.round(corners[1] ?? 0), corners[2] ?? 0, BRIGHT);
  }
  return { width, height, pixels };
}

type Box = NonNullable<Mesh['box']>;

/** Puts a place of the model on the screen. */
function placer({ min, max }: Box, { turn, zoom, width, height }: Look) {
  const [x0, y0, z0] = [0, 1, 2].map((axis) => ((min[axis] ?? 0) + (max[axis] ?? 0)) / 2) as [
    number,
    number,
    number,
  ];
  const diagonal = Math.hypot(...[0, 1, 2].map((axis) => (max[axis] ?? 0) - (min[axis] ?? 0))) || 1;
  const scale = (Math.min(width, height) * zoom) / diagonal;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = turn;
  return (from: Float32Array, at: number, to: Float32Array, place: number) => {
    const x = (from[at] ?? 0) - x0;
    const y = (from[at + 1] ?? 0) - y0;
    const z = (from[at + 2] ?? 0) - z0;
    to[place] = width / 2 + scale * (a * x + b * y + c * z);
    to[place + 1] = height / 2 - scale * (d * x + e * y + f * z);
    to[place + 2] = scale * (g * x + h * y + i * z);
  };
}

/** Pixels that are looked at for one picture: after them, triangles are dots, so that a picture takes no longer than about half a second. */
const MAX_STEPS = 40_000_000;

interface Canvas extends Picture {
  /** How near what is drawn at each pixel is. */
  depths: Float32Array;
  /** Pixels that were looked at. */
  steps: number;
}

function drawTriangle(canvas: Canvas, corners: Float32Array): void {
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0, x2 = 0, y2 = 0, z2 = 0] = corners;
  const [ux, uy, uz, vx, vy, vz] = [x1 - x0, y1 - y0, z1 - z0, x2 - x0, y2 - y0, z2 - z0];
  const area = ux * vy - vx * uy;
  const brightness = brightnessOf(uy * vz - uz * vy, uz * vx - ux * vz, area);
  const left = Math.max(0, Math.floor(Math.min(x0, x1, x2)));
  const right = Math.min(canvas.width - 1, Math.ceil(Math.max(x0, x1, x2)));
  const top = Math.max(0, Math.floor(Math.min(y0, y1, y2)));
  const bottom = Math.min(canvas.height - 1, Math.ceil(Math.max(y0, y1, y2)));
  // Seen from the side, or smaller than a pixel: a dot, so that small parts do not vanish.
  const isDone = canvas.steps > MAX_STEPS;
  if (Math.abs(area) < 1 || isDone) drawPixel(canvas, Math.round(x0), Math.round(y0), z0, brightness);
  if (area === 0 || isDone) return;
  canvas.steps += Math.max(0, right - left + 1) * Math.max(0, bottom - top + 1);
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const second = ((x - x0) * vy - (y - y0) * vx) / area;
      const third = ((y - y0) * ux - (x - x0) * uy) / area;
      if (second >= 0 && third >= 0 && second + third <= 1)
        drawPixel(canvas, x, y, z0 + second * uz + third * vz, brightness);
    }
  }
}

/** Y goes down on the screen. Which side of a triangle is outside, files often do not tell. */
function brightnessOf(x: number, y: number, z: number): number {
  const length = Math.hypot(x, y, z);
  if (length === 0) return DARK;
  const facing = Math.abs(x * LIGHT[0] - y * LIGHT[1] + z * LIGHT[2]) / length;
  return DARK + (BRIGHT - DARK) * facing;
}

function drawPixel(
  { width, height, pixels, depths }: Canvas,
  x: number,
  y: number,
  z: number,
  brightness: number,
) {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const at = y * width + x;
  if (z <= (depths[at] ?? 0)) return;
  depths[at] = z;
  pixels[4 * at] = 0.92 * brightness;
  pixels[4 * at + 1] = 0.97 * brightness;
  pixels[4 * at + 2] = 1.04 * brightness;
  pixels[4 * at + 3] = 255;
}
