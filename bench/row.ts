import type { BenchContext } from './bench-context.ts';

/** Figures of one sample by name, e.g. `{ 'requests/s': 812 }`. */
export type Sample = Readonly<Record<string, number>>;

/** A program that does the work of a row. */
export interface Side {
  /** What it is, in a few words. */
  what: string;
  /** Does the work once, as often as it takes for figures that mean something. */
  measure(): Promise<Sample>;
}

/** Largest allowed ratio of a figure of Labroom to that of the peer. */
export interface Target {
  beside: 'peer' | 'limit';
  atMost: number;
}

/** Some of a row's work, of one size. */
export interface Case {
  name: string;
  figures: Readonly<Record<string, { better: 'less' | 'more'; target?: Target }>>;
  sides: { ours: Side; peer?: Side; limit?: Side };
  /** @throws Error unless all sides give the same answer. Nothing is timed before. */
  compare(): Promise<void>;
  /** Where a sample never differs from the next. */
  isExact?: boolean;
}

/** One row of the table: work that people wait for, ours beside what they might have instead and beside what is possible. */
export interface Row {
  name: string;
  title: string;
  /** What to know of peer and limit. */
  note: string;
  prepare(context: BenchContext): Promise<Case[]>;
}

export type SideName = keyof Case['sides'];
export const sideNames: readonly SideName[] = ['ours', 'peer', 'limit'];
