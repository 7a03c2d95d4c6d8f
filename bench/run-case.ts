import { loadavg } from 'node:os';
import { type Case, type Sample, type SideName, sideNames } from './row.ts';

export interface TakenSample {
  side: SideName;
  round: number;
  /** Load average of the machine when it was taken: on a busy one, trust ratios. */
  load: number;
  figures: Sample;
}

/** Takes the samples of one case, all sides in turns, after their answers were found equal. The first round is a warm-up. */
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
