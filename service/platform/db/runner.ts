import { randomInt } from 'node:crypto';
import type { Database } from './database.ts';
import { type Lease, takeLease } from './lease.ts';

/** Id in the rows that this process works on while its lease is valid. */
export interface RunnerNumber {
  number: number;
  /** False as soon as another process may take over the rows of this runner. */
  isHeld(): boolean;
}

/**
 * [Note: runners] A process that works on rows holds a lease, whose id is in these rows. Another process takes them over
 * only after the lease has expired; from then on this process no longer works on them.
 */
export class Runner {
  readonly #db: Database;
  readonly #prefix: string;
  #held: Promise<RunnerNumber & { lease: Lease }> | null = null;

  /** @param prefix of the names of its leases; the number follows */
  constructor(db: Database, prefix: string) {
    this.#db = db;
    this.#prefix = prefix;
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
      const lease = await takeLease(this.#db, `${this.#prefix}${number}`);
      return lease ? { number, lease, isHeld: () => lease.isHeld() } : this.#take();
    } catch (error) {
      this.#held = null;
      throw error;
    }
  }
}
