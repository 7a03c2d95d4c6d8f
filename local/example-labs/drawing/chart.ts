import type { Bytes } from '../encoders/zip.ts';
import { drawFigure, type Label } from './figure.ts';

/** Colors that readers with any vision tell apart, also printed in grey. */
const palette = ['#0b5fa5', '#d1620a', '#1c8a5f', '#a2387f', '#5b5b5b', '#b58a00'] as const;
const ink = '#1a1a1a';

interface Axis {
  /** What is measured, with its unit in brackets. */
  label: string;
  from: number;
  to: number;
  /** Distance between two labels. */
  step: number;
}

export interface Series {
  name?: string;
  points: readonly (readonly [number, number])[];
  /** Number of its color; by default its own place. */
  color?: number;
  /** Dots instead of a line. */
  isDots?: boolean;
}

interface Chart {
  x: Axis;
  y: Axis;
  series: readonly Series[];
  /** The corner that holds the names of the series; by default the upper left one. */
  legend?: 'top-left' | 'top-right' | 'bottom-left';
}

const decimalsOf = (step: number) => Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
const colorOf = (index: number) => palette[index % palette.length] ?? ink;
const round = (value: number) => Math.round(value * 100) / 100;

function* ticksOf({ from, to, step }: Axis): Generator<number> {
  for (let count = 0; from + count * step <= to + step * 1e-6; count += 1) yield from + count * step;
}

const line = (x1: number, y1: number, x2: number, y2: number, width = 1.2) =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${ink}" stroke-width="${width}" stroke-linecap="square"/>`;
/** Minus signs as they are printed. */
const printed = (value: number, decimals: number) => value.toFixed(decimals).replace('-', '−');

/** Lines and dots over two axes, as a journal prints them: ticks outside, no grid, the title in the legend below the figure. */
export function drawChart({ x, y, series, legend = 'top-left' }: Chart): Promise<Bytes> {
  const [width, height] = [720, 460];
  const [left, top, right, bottom] = [84, 20, width - 24, height - 66];
  const atX = (value: number) => left + ((value - x.from) / (x.to - x.from)) * (right - left);
  const atY = (value: number) => bottom - ((value - y.from) / (y.to - y.from)) * (bottom - top);
  const shapes = [line(left, top, left, bottom), line(left, bottom, right, bottom)];
  const labels: Label[] = [];
  for (const value of ticksOf(x)) {
    shapes.push(line(atX(value), bottom, atX(value), bottom + 6));
    labels.push({
      text: printed(value, decimalsOf(x.step)),
      x: atX(value),
      y: bottom + 18,
      align: 'center',
    });
  }
  for (const value of ticksOf(y)) {
    shapes.push(line(left - 6, atY(value), left, atY(value)));
    labels.push({ text: printed(value, decimalsOf(y.step)), x: left - 11, y: atY(value), align: 'right' });
  }
  labels.push({ text: x.label, x: (left + right) / 2, y: height - 20, align: 'center' });
  labels.push({ text: y.label, x: 18, y: (top + bottom) / 2, align: 'center', isVertical: true });
  for (const [index, { points, color = index, isDots }] of series.entries())
    shapes.push(
      ...(isDots
        ? points.map(([atx, aty]) => marker(atX(atx), atY(aty), color))
        : [
            curve(
              points.map(([atx, aty]) => [atX(atx), atY(aty)]),
              color,
            ),
          ]),
    );
  const named = series.flatMap(({ name, color, isDots }, index) =>
    name ? [{ name, color: color ?? index, isDots }] : [],
  );
  const longest = Math.max(0, ...named.map(({ name }) => name.length));
  const at = legend === 'top-right' ? right - 56 - longest * 7.6 : left + 18;
  for (const [row, { name, color, isDots }] of named.entries()) {
    const middle =
      legend === 'bottom-left' ? bottom - 16 - (named.length - 1 - row) * 22 : top + 12 + row * 22;
    shapes.push(
      isDots
        ? marker(at + 13, middle, color)
        : curve(
            [
              [at, middle],
              [at + 26, middle],
            ],
            color,
          ),
    );
    labels.push({ text: name, x: at + 36, y: middle });
  }
  return drawFigure({ width, height, shapes, labels });
}

const curve = (points: readonly (readonly [number, number])[], color: number) =>
  `<polyline points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}" fill="none" stroke="${colorOf(color)}" stroke-width="1.8" stroke-linejoin="round"/>`;

/** Each color has a shape of its own. */
function marker(x: number, y: number, color: number): string {
  const paint = `fill="${colorOf(color)}" stroke="#ffffff" stroke-width="0.8"`;
  const [cx, cy] = [round(x), round(y)];
  const corners = (points: readonly (readonly [number, number])[]) =>
    `<polygon points="${points.map(([dx, dy]) => `${cx + dx},${cy + dy}`).join(' ')}" ${paint}/>`;
  switch (color % 4) {
    case 1:
      return `<rect x="${cx - 4}" y="${cy - 4}" width="8" height="8" ${paint}/>`;
    case 2:
      return corners([
        [0, -5.2],
        [5, 4],
        [-5, 4],
      ]);
    case 3:
      return corners([
        [0, -5.6],
        [5.6, 0],
        [0, 5.6],
        [-5.6, 0],
      ]);
    default:
      return `<circle cx="${cx}" cy="${cy}" r="4.4" ${paint}/>`;
  }
}

interface Heatmap {
  rows: readonly string[];
  columns: readonly string[];
  /** Below the columns, and beside the rows. */
  labels?: { x: string; y: string };
  /** From 0 to 1. */
  value(row: number, column: number): number;
  /** The scale beside it: what the colors mean, and its ends. */
  scale?: { label: string; low: string; high: string };
  /** In the place of a scale: values that are names. */
  kinds?: readonly { name: string; value: number }[];
  cell?: number;
}

/** A table of colored cells, such as the wells of a plate, with its scale. */
export function drawHeatmap({
  rows,
  columns,
  value,
  scale,
  kinds,
  labels: names,
  cell = 44,
}: Heatmap): Promise<Bytes> {
  const left = 34 + Math.max(...rows.map(({ length }) => length)) * 9 + (names ? 26 : 0);
  const [top, right] = [44, left + columns.length * cell];
  const bottom = top + rows.length * cell;
  const [width, height] = [right + 116, bottom + (names ? 52 : 24)];
  const shapes: string[] = [];
  const labels: Label[] = [];
  for (const [column, name] of columns.entries())
    labels.push({ text: name, x: left + (column + 0.5) * cell, y: top - 16, align: 'center' });
  for (const [row, name] of rows.entries()) {
    labels.push({ text: name, x: left - 12, y: top + (row + 0.5) * cell, align: 'right' });
    for (const column of columns.keys())
      shapes.push(
        `<rect x="${left + column * cell + 0.5}" y="${top + row * cell + 0.5}" width="${cell - 1}" height="${cell - 1}" fill="${heat(value(row, column))}"/>`,
      );
  }
  if (names) {
    labels.push({ text: names.x, x: (left + right) / 2, y: bottom + 26, align: 'center' });
    labels.push({ text: names.y, x: 18, y: (top + bottom) / 2, align: 'center', isVertical: true });
  }
  const bar = right + 28;
  for (const [index, kind] of (kinds ?? []).entries()) {
    const y = top + 14 + index * 26;
    shapes.push(
      `<rect x="${bar}" y="${y - 7}" width="14" height="14" fill="${heat(kind.value)}" stroke="${ink}" stroke-width="0.8"/>`,
    );
    labels.push({ text: kind.name, x: bar + 22, y });
  }
  if (scale) drawScale({ scale, bar, top, bottom, shapes, labels });
  return drawFigure({ width, height, shapes, labels });
}

interface Scale {
  scale: NonNullable<Heatmap['scale']>;
  bar: number;
  top: number;
  bottom: number;
  shapes: string[];
  labels: Label[];
}

function drawScale({ scale, bar, top, bottom, shapes, labels }: Scale): void {
  const steps = 64;
  const step = (bottom - top) / steps;
  for (let index = 0; index < steps; index += 1)
    shapes.push(
      `<rect x="${bar}" y="${round(bottom - (index + 1) * step)}" width="14" height="${round(step + 0.6)}" fill="${heat(index / (steps - 1))}"/>`,
    );
  shapes.push(
    `<rect x="${bar}" y="${top}" width="14" height="${bottom - top}" fill="none" stroke="${ink}" stroke-width="0.8"/>`,
  );
  labels.push({ text: scale.high, x: bar + 22, y: top + 8 });
  labels.push({ text: scale.low, x: bar + 22, y: bottom - 8 });
  labels.push({ text: scale.label, x: bar + 30, y: (top + bottom) / 2, align: 'center', isVertical: true });
}

type Color = readonly [number, number, number];
const stops: readonly Color[] = [
  [247, 248, 240],
  [127, 189, 160],
  [42, 120, 142],
  [30, 45, 92],
];

/** Pale for 0, dark for 1. */
function heat(value: number): string {
  const place = Math.min(1, Math.max(0, value)) * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(place));
  const [low, high] = [stops[index], stops[index + 1]];
  if (!low || !high) return ink;
  const mix = (channel: 0 | 1 | 2) =>
    Math.round(low[channel] + (high[channel] - low[channel]) * (place - index));
  return `rgb(${mix(0)},${mix(1)},${mix(2)})`;
}

interface Bars {
  /** Names of the bars. */
  bars: readonly string[];
  /** Name and share of each part of a bar, from the bottom; the shares add up to 1. */
  parts: readonly { name: string; share(bar: number): number }[];
  /** What the shares are of. */
  label: string;
}

/** Stacked bars: the composition of each sample. */
export function drawBars({ bars, parts, label }: Bars): Promise<Bytes> {
  const [left, top, tall, wide] = [84, 20, 360, 44];
  const bottom = top + tall;
  const right = left + bars.length * (wide + 14) + 7;
  const longest = Math.max(...parts.map(({ name }) => name.length));
  const isTurned = bars.some((name) => name.length > 6);
  const shapes = [line(left, top, left, bottom), line(left, bottom, right, bottom)];
  const labels: Label[] = [{ text: label, x: 18, y: (top + bottom) / 2, align: 'center', isVertical: true }];
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    const y = bottom - share * tall;
    shapes.push(line(left - 6, y, left, y));
    labels.push({ text: `${share * 100}%`, x: left - 11, y, align: 'right' });
  }
  for (const [index, name] of bars.entries()) {
    const x = left + 14 + index * (wide + 14);
    let y = bottom;
    for (const [part, { share }] of parts.entries()) {
      const size = share(index) * tall;
      y -= size;
      shapes.push(
        `<rect x="${x}" y="${round(y)}" width="${wide}" height="${round(size)}" fill="${colorOf(part)}" stroke="#ffffff" stroke-width="0.8"/>`,
      );
    }
    const [first = '', second = ''] = isTurned ? name.split(' ') : [name];
    labels.push({ text: first, x: x + wide / 2, y: bottom + 18, align: 'center' });
    if (second) labels.push({ text: second, x: x + wide / 2, y: bottom + 36, align: 'center' });
  }
  for (const [part, { name }] of parts.entries()) {
    const y = bottom - 10 - part * 24;
    shapes.push(`<rect x="${right + 20}" y="${y - 7}" width="14" height="14" fill="${colorOf(part)}"/>`);
    labels.push({ text: name, x: right + 42, y });
  }
  return drawFigure({ width: Math.round(right + 60 + longest * 8.4), height: bottom + 56, shapes, labels });
}
