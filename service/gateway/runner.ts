import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type HeldLock, holdLock } from '../db/advisory-lock.ts';
import type { Database } from '../db/database.ts';

/** Locks of runners have numbers from here to twice as much; nothing else of ours locks such high ones. */
const FIRST = 2 ** 31;

/**
 * [Note: runners] A process that serves paid calls holds a lock of PostgreSQL, whose number stands in the rows it serves. The
 * database frees it the moment the process is gone, so whoever looks after the rows of the dead never touches those of
 * the living, without any clock.
 */
export class Runner {
  readonly #db: Database;
  #held: Promise<{ number: number; lock: HeldLock }> | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The number of this process; another one after its connection broke. */
  async number(): Promise<number> {
    this.#held ??= this.#hold();
    const current = this.#held;
    const { number, lock } = await current;
    if (!lock.lost.aborted) return number;
    if (this.#held === current) this.#held = null;
    await lock[Symbol.asyncDispose]();
    return this.number();
  }

  /** Before the database is closed. */
  async release(): Promise<void> {
    const held = this.#held;
    this.#held = null;
    await (await held)?.lock[Symbol.asyncDispose]();
  }

  async #hold(): Promise<{ number: number; lock: HeldLock }> {
    try {
      const number = FIRST + randomInt(FIRST);
      const lock = await holdLock(this.#db, number);
      return lock ? { number, lock } : this.#hold();
    } catch (error) {
      this.#held = null;
      throw error;
    }
  }
}

/** The numbers of all processes that live. */
export function livingRunners() {
  return sql`select objid::bigint from pg_locks
    where locktype = 'advisory' and classid = 0 and objid::bigint >= ${FIRST} and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())`;
}
