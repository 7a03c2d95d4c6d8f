import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../platform/db/database.ts';
import { type Lease, takeLease } from '../platform/db/lease.ts';
import { paidCalls } from '../platform/db/tables/paid-calls.ts';

/** Id in the rows that this process serves while its lease is valid. */
export interface RunnerNumber {
  number: number;
  /** False as soon as another process may take over the calls of this runner. */
  isHeld(): boolean;
}

/**
 * [Note: runners] A process that serves paid calls holds a lease, whose id is in the rows it serves. Another process
 * takes these rows over only after the lease has expired; from then on this process neither serves nor settles them.
 */
export class Runner {
  readonly #db: Database;
  #held: Promise<RunnerNumber & { lease: Lease }> | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the id of this process, a new one after its lease was lost. */
  async hold(): Promise<RunnerNumber> {
    this.#held ??= this.#take();
    const current = this.#held;
    const held = await current;
    if (held.isHeld()) return held;
    if (this.#held === current) this.#held = null;
    await held.lease[Symbol.asyncDispose]();
    return this.hold();
  }

  /** Releases the lease. Call before the database is closed. */
  async release(): Promise<void> {
    const held = this.#held;
    this.#held = null;
    await (await held)?.lease[Symbol.asyncDispose]();
  }

  async #take(): Promise<RunnerNumber & { lease: Lease }> {
    try {
      const number = randomInt(2 ** 47);
      const lease = await takeLease(this.#db, `${PREFIX}${number}`);
      return lease ? { number, lease, isHeld: () => lease.isHeld() } : this.#take();
    } catch (error) {
      this.#held = null;
      throw error;
    }
  }
}

const PREFIX = 'paid calls of runner ';
/** The name of the lease that the serving process of a row holds. */
export const leaseOfRow = sql`${PREFIX} || ${paidCalls.runner}`;
