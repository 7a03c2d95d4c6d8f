import type { Database } from '#platform/db/database.ts';
import { type Bucket, type Taken, takeTokens } from './take-tokens.ts';

/** What became of a request for tokens. */
export interface Turn extends Pick<Taken, 'left' | 'fullIn'> {
  /** 0 if all tokens were available, otherwise the seconds until the bucket has that many. */
  wait: number;
}

interface Waiting {
  bucket: Bucket;
  count: number;
  resolve(turn: Turn): void;
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

  /** Takes tokens, at most as many as the bucket can hold. If fewer are available, they are used up, and the request must wait. */
  take(bucket: Bucket, tokens = 1): Promise<Turn> {
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
      const { granted, wait, left, fullIn } = taken.get(key) ?? { granted: 0, wait: 1, left: 0, fullIn: 60 };
      let ungiven = granted;
      for (const { bucket, count, resolve } of group) {
        const isGranted = count <= ungiven;
        resolve({ wait: isGranted ? 0 : wait + ((count - 1) * 60) / bucket.perMinute, left, fullIn });
        ungiven = Math.max(0, ungiven - count);
      }
    }
  }
}
