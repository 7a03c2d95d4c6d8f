import type { SQL } from 'drizzle-orm';

/** What must hold in the database at any time, even after a crash. */
export interface Invariant {
  name: string;
  /** Lists the violations as `subject`. */
  broken: SQL;
}
