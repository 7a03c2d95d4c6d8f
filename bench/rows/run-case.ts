import { loadavg } from 'node:os';
import { type Case, type Sample, type SideName, sideNames } from './row.ts';

export interface TakenSample {
  side: SideName;
  round: number;
  /** Load average of the machine during the sample. Under load only ratios are reliable. */
  load: number;
  figures: Sample;
}

/** Checks that all sides return the same result, then samples them in alternation. The first round is a warm-up. */
export async function runCase(one: Case, rounds: number): Promise<TakenSample[]> {
  await one.compare();
  const present = sideNames.filter((name) => one.sides[name]);
  const samples: TakenSample[] = [];
  const wanted = one.isExact ? 1 : rounds;
  for (let round = one.isExact ? 1 : 0; round <= wanted; round += 1) {
    // Alternates the order of the implementations between rounds.
    for (const name of round % 2 ? present : present.toReversed()) {
      const figures = await one.sides[name]?.measure();
      if (figures && round > 0) samples.push({ side: name, round, load: round1(loadavg()[0] ?? 0), figures });
    }
  }
  return samples;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
