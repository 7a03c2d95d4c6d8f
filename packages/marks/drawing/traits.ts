import { hexOf, type Oklch } from './colour.ts';
import { type Seed, seedOf } from './random.ts';

export const families = ['plate', 'contour', 'gel', 'trace', 'cells', 'spectrum', 'wave'] as const;
export type Family = (typeof families)[number];

export const grounds = ['deep', 'mid', 'pale'] as const;
export type Ground = (typeof grounds)[number];

export interface Traits {
  family: Family;
  /** Degrees, a multiple of 15. */
  hue: number;
  ground: Ground;
  /** Hue of the answer, 120 to 240 degrees from the first. */
  answerHue: number;
}

/** The choices that one sees first. Everything else follows from the sequence of the seed. */
export function traitsOf(seed: Seed): Traits {
  const hue = seed.pick(1, 24) * 15;
  return {
    family: families[seed.pick(0, families.length)] ?? 'plate',
    hue,
    ground: grounds[seed.pick(2, grounds.length)] ?? 'deep',
    answerHue: (hue + 120 + seed.pick(3, 5) * 30) % 360,
  };
}

/** Hue of a lab in degrees, a multiple of 15 from 0 to 345. */
export function labHue(oclId: string): number {
  return traitsOf(seedOf('lab', oclId)).hue;
}

/** A tone from 0 (ground) to 4, with steps between them, or the answer: the one element in another hue. */
export type Tone = number | 'answer';

type Step = readonly [lightness: number, chroma: number];

/** Lightness and chroma of the five tones and the answer. The hue does not change them. */
const scales: Record<Ground, { tones: readonly Step[]; answer: Step }> = {
  deep: {
    tones: [
      [0.285, 0.06],
      [0.37, 0.08],
      [0.49, 0.105],
      [0.66, 0.115],
      [0.87, 0.07],
    ],
    answer: [0.8, 0.14],
  },
  mid: {
    tones: [
      [0.71, 0.115],
      [0.625, 0.115],
      [0.52, 0.105],
      [0.4, 0.085],
      [0.275, 0.06],
    ],
    answer: [0.955, 0.05],
  },
  pale: {
    tones: [
      [0.925, 0.035],
      [0.85, 0.06],
      [0.74, 0.095],
      [0.57, 0.115],
      [0.36, 0.085],
    ],
    answer: [0.6, 0.17],
  },
};

/** The colour of a tone as `#rrggbb`. */
export function colourOf({ ground, hue, answerHue }: Traits, tone: Tone): string {
  const { tones, answer } = scales[ground];
  if (tone === 'answer') return hexOf(oklch(answer, answerHue));
  const below = Math.floor(tone);
  const from = tones[below] ?? answer;
  const to = tones[Math.min(below + 1, 4)] ?? from;
  const mix = (index: 0 | 1) => from[index] + (to[index] - from[index]) * (tone - below);
  return hexOf(oklch([mix(0), mix(1)], hue));
}

const oklch = ([lightness, chroma]: Step, hue: number): Oklch => ({ lightness, chroma, hue });
