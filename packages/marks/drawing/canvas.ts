import type { PathData } from './path.ts';
import type { Random } from './random.ts';
import type { Tone } from './traits.ts';

export interface Canvas {
  width: number;
  height: number;
  /** Few, large elements, to be seen at 20 to 48 pixels. */
  isSmall: boolean;
}

export interface Shape {
  path: PathData;
  fill?: Tone;
  stroke?: { tone: Tone; width: number; opacity?: number; isRound?: boolean };
}

/** Draws the shapes of a family on a ground of tone 0. */
export type Draw = (canvas: Canvas, random: Random) => Shape[];

/** Whether a point is in the part of the canvas that every crop shows. */
export function isInEveryCrop({ width, height }: Canvas, x: number): boolean {
  return Math.abs(x - width / 2) < height * 0.9;
}
