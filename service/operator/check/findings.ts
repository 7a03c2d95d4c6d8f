import type { ServiceContext } from '#core/context/context.ts';
import type { CopyRows } from '#platform/db/bulk-transaction.ts';
import type { Transaction } from '#platform/db/database.ts';

/** What a part of `check` looks at: one snapshot of the database, and what the service is connected to. */
export interface Subject {
  context: ServiceContext;
  /** Sees one moment of the database. It is rolled back: whatever a part writes is its own. */
  tx: Transaction;
  copyRows: CopyRows;
  /** How many of many to look at. */
  samples: Samples;
}

/** How many, at random; infinite for all. */
export interface Samples {
  keys: number;
  objects: number;
  documents: number;
  /** Larger objects are left out; without it none are. */
  mostBytes?: number;
}

/** What a part found. */
export interface Findings {
  /** What was looked at, for people: `395 data keys open`. Null if nothing was. */
  seen: string | null;
  /** One sentence for each thing that does not hold. */
  faults: string[];
  /** One sentence for each thing that could not be looked at, with the reason. */
  unchecked: string[];
}

/** A part of `check`. */
export interface Part {
  name: string;
  look(subject: Subject): Promise<Findings>;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** `1,000 of 45,000 objects, chosen at random`, or `12 objects`. */
export function sampled(looked: number, total: number, one: string, many?: string): string {
  return looked < total
    ? `${looked.toLocaleString('en')} of ${counted(total, one, many)}, chosen at random`
    : counted(total, one, many);
}
