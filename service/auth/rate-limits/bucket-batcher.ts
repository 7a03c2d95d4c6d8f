import type { Database } from '#service/platform/db/database.ts';
import { type Bucket, takeTokens } from './take-tokens.ts';

interface Waiting {
  bucket: Bucket;
  /** Tokens asked for. */
  count: number;
  /** Told the seconds to wait; 0 is a token. */
  resolve(wait: number): void;
  reject(error: unknown): void;
}

/**
 * Takes tokens for the requests of one process: whoever comes while a statement is under way goes with the next, all of
 * them together. A busy consumer is one row that its requests would otherwise queue for in the database, one by one.
 */
export class BucketBatcher {
  readonly #db: Database;
  #waiting: Waiting[] = [];
  #isTurning = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Takes tokens, at most as many as the bucket can hold.
   * @returns 0 when all were there, or the seconds until the bucket has so many; those that were there are taken all the same
   */
  take(bucket: Bucket, tokens = 1): Promise<number> {
    const count = Math.max(1, Math.min(tokens, Math.floor(bucket.perMinute)));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bucket, count, resolve, reject });
      if (!this.#isTurning) this.#turn();
    });
  }

  async #turn(): Promise<void> {
    this.#isTurning = true;
    // The buckets of one request are asked for in one go.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const pending = this.#waiting;
      this.#waiting = [];
      await this.#flush(pending).catch((error) => {
        for (const { reject } of pending) reject(error);
      });
    }
    this.#isTurning = false;
  }

  async #flush(pending: Waiting[]): Promise<void> {
    const groups = Map.groupBy(pending, ({ bucket }) => bucket.key);
    const asked = [...groups.values()].flatMap(([first, ...rest]) =>
      first ? [{ ...first.bucket, count: [first, ...rest].reduce((sum, { count }) => sum + count, 0) }] : [],
    );
    const taken = await takeTokens(this.#db, asked);
    for (const [key, group] of groups) {
      const { granted, wait } = taken.get(key) ?? { granted: 0, wait: 1 };
      let left = granted;
      for (const { bucket, count, resolve } of group) {
        resolve(count <= left ? 0 : wait + ((count - 1) * 60) / bucket.perMinute);
        left = Math.max(0, left - count);
      }
    }
  }
}
