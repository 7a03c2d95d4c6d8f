import type { BenchContext } from '../stack/bench-context.ts';

/** Figures of one sample by name, e.g. `{ 'requests/s': 812 }`. */
export type Sample = Readonly<Record<string, number>>;

/** One implementation of a row: Labroom, the peer or the limit. */
export interface Side {
  what: string;
  measure(): Promise<Sample>;
}

/** Largest allowed ratio of a figure of Labroom to that of the peer. */
export interface Target {
  beside: 'peer' | 'limit';
  atMost: number;
}

export interface Case {
  name: string;
  figures: Readonly<Record<string, { better: 'less' | 'more'; target?: Target }>>;
  sides: { ours: Side; peer?: Side; limit?: Side };
  /** @throws Error unless all sides return the same result. Runs before the first sample. */
  compare(): Promise<void>;
  /** Whether all samples are equal. */
  isExact?: boolean;
}

/** One row of the table: work that users wait for, by Labroom, an alternative (peer) and the possible minimum (limit). */
export interface Row {
  name: string;
  title: string;
  note: string;
  prepare(context: BenchContext): Promise<Case[]>;
}

export type SideName = keyof Case['sides'];
export const sideNames: readonly SideName[] = ['ours', 'peer', 'limit'];
