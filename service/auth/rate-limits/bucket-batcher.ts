import type { Database } from '#service/platform/db/database.ts';
import { type Bucket, takeTokens } from './take-tokens.ts';

interface Waiting {
  bucket: Bucket;
  count: number;
  /** Receives the seconds to wait; 0 if the tokens were granted. */
  resolve(wait: number): void;
  reject(error: unknown): void;
}

/**
 * Takes tokens for the requests of one process. Requests that arrive while a statement runs are sent together in the
 * next one. Otherwise the requests of a busy consumer would queue for its row in the database.
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
   * @returns 0 if all were available, otherwise the seconds until the bucket has that many; the available ones are
   * taken in either case
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
    // Waits until all buckets of one request are in the batch.
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
