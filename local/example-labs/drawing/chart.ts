import { black, type Color, Raster } from './raster.ts';

const palette: readonly Color[] = [
  [31, 98, 142],
  [201, 106, 32],
  [47, 128, 87],
  [150, 60, 120],
  [120, 120, 120],
  [180, 150, 20],
];

interface Axis {
  label: string;
  from: number;
  to: number;
  /** Distance between two labels. */
  step: number;
}

export interface Series {
  name?: string;
  points: readonly (readonly [number, number])[];
  color?: Color;
  /** Dots instead of a line. */
  isDots?: boolean;
}

interface Chart {
  title: string;
  x: Axis;
  y: Axis;
  series: readonly Series[];
  /** The corner at the left that holds the names of the series; by default the upper one. */
  legend?: 'top' | 'bottom';
}

const grid: Color = [228, 231, 235];
const decimalsOf = (step: number) => Math.max(0, -Math.floor(Math.log10(step) + 1e-9));

/** Lines and dots over two labelled axes. */
export function drawChart({ title, x, y, series, legend = 'top' }: Chart): Raster {
  const [width, height] = [720, 460];
  const raster = new Raster(width, height);
  const [left, top, right, bottom] = [86, 46, width - 24, height - 62];
  const atX = (value: number) => left + ((value - x.from) / (x.to - x.from)) * (right - left);
  const atY = (value: number) => bottom - ((value - y.from) / (y.to - y.from)) * (bottom - top);
  raster.text(title, left, 22);
  for (let step = 0; x.from + step * x.step <= x.to + 1e-9; step++) {
    const value = x.from + step * x.step;
    raster.line(atX(value), top, atX(value), bottom, grid, 1);
    raster.text(value.toFixed(decimalsOf(x.step)), atX(value), bottom + 16, { align: 'center' });
  }
  for (let step = 0; y.from + step * y.step <= y.to + 1e-9; step++) {
    const value = y.from + step * y.step;
    raster.line(left, atY(value), right, atY(value), grid, 1);
    raster.text(value.toFixed(decimalsOf(y.step)), left - 10, atY(value), { align: 'right' });
  }
  raster.text(x.label, (left + right) / 2, height - 20, { align: 'center' });
  raster.text(y.label, 16, (top + bottom) / 2, { align: 'center', isVertical: true });
  for (const [
    index,
    { points, color = palette[index % palette.length] ?? black, isDots },
  ] of series.entries())
    for (const [at, [valueX, valueY]] of points.entries()) {
      const next = points[at + 1];
      if (isDots) raster.disc(atX(valueX), atY(valueY), 3.5, color);
      else if (next) raster.line(atX(valueX), atY(valueY), atX(next[0]), atY(next[1]), color, 2);
    }
  raster.line(left, top, left, bottom, black, 1.5);
  raster.line(left, bottom, right, bottom, black, 1.5);
  const named = series.flatMap(({ name, color }, index) => (name ? [{ name, color, index }] : []));
  for (const [row, { name, color, index }] of named.entries()) {
    const line = legend === 'top' ? top + 14 + row * 20 : bottom - 14 - (named.length - 1 - row) * 20;
    raster.rectangle(left + 14, line - 5, 10, 10, color ?? palette[index % palette.length] ?? black);
    raster.text(name, left + 32, line);
  }
  return raster;
}

interface Heatmap {
  title: string;
  rows: readonly string[];
  columns: readonly string[];
  /** From 0 to 1. */
  value(row: number, column: number): number;
  cell?: number;
}

/** A table of colored cells, such as the wells of a plate. */
export function drawHeatmap({ title, rows, columns, value, cell = 44 }: Heatmap): Raster {
  const left = 30 + Math.max(...rows.map(({ length }) => length)) * 12;
  const raster = new Raster(left + columns.length * cell + 24, 84 + rows.length * cell);
  raster.text(title, left, 22);
  for (const [column, name] of columns.entries())
    raster.text(name, left + (column + 0.5) * cell, 52, { align: 'center' });
  for (const [row, name] of rows.entries()) {
    raster.text(name, left - 12, 66 + (row + 0.5) * cell, { align: 'right' });
    for (const column of columns.keys())
      raster.rectangle(
        left + column * cell + 1,
        67 + row * cell,
        cell - 2,
        cell - 2,
        heat(value(row, column)),
      );
  }
  return raster;
}

const stops: readonly Color[] = [
  [247, 248, 240],
  [127, 189, 160],
  [42, 120, 142],
  [30, 45, 92],
];

/** Pale for 0, dark for 1. */
function heat(value: number): Color {
  const place = Math.min(1, Math.max(0, value)) * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(place));
  const [low, high] = [stops[index] ?? black, stops[index + 1] ?? black];
  const mix = (channel: 0 | 1 | 2) =>
    Math.round(low[channel] + (high[channel] - low[channel]) * (place - index));
  return [mix(0), mix(1), mix(2)];
}

interface Bars {
  title: string;
  /** Names of the bars. */
  bars: readonly string[];
  /** Name and share of each part of a bar, from the bottom; the shares add up to 1. */
  parts: readonly { name: string; share(bar: number): number }[];
}

/** Stacked bars: the composition of each sample. */
export function drawBars({ title, bars, parts }: Bars): Raster {
  const [left, top, height, width] = [60, 50, 360, 46];
  const right = left + bars.length * (width + 14);
  const raster = new Raster(right + 250, top + height + 60);
  raster.text(title, left, 22);
  for (const step of [0, 0.25, 0.5, 0.75, 1])
    raster.text(`${step * 100}%`, left - 8, top + height * (1 - step), { align: 'right', scale: 1 });
  for (const [index, name] of bars.entries()) {
    const x = left + 7 + index * (width + 14);
    let y = top + height;
    for (const [part, { share }] of parts.entries()) {
      const size = share(index) * height;
      y -= size;
      raster.rectangle(x, y, width, size - 1, palette[part % palette.length] ?? black);
    }
    raster.text(name, x + width / 2, top + height + 18, { align: 'center', scale: 1 });
  }
  for (const [part, { name }] of parts.entries()) {
    const y = top + height - 14 - part * 24;
    raster.rectangle(right + 16, y - 6, 12, 12, palette[part % palette.length] ?? black);
    raster.text(name, right + 36, y);
  }
  return raster;
}
