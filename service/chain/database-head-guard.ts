import { sql } from 'drizzle-orm';
import { ServiceError } from '#platform/errors/errors.ts';
import type { Database } from '../platform/db/database.ts';
import { nodeBehind } from '../platform/telemetry/metrics.ts';

import type { Head, HeadGuard } from './head-guard.ts';

const maxAgeSeconds = 30;

interface HeadGuardOptions {
  db: Database;
  chainId: number;
  /** Shortest time in milliseconds between two reads of the shared number by one process. */
  syncMs?: number;
  now?: () => number;
}

/**
 * Rejects answers of a node that lags: answers of a block older than 30 seconds, or lower than one that a replica or
 * the indexer has seen. Otherwise a role that was revoked meanwhile would still be granted. The highest block seen is
 * stored in `chain_heads`.
 */
export class DatabaseHeadGuard implements HeadGuard {
  readonly #db: Database;
  readonly #chainId: number;
  readonly #syncMs: number;
  readonly #now: () => number;
  #highest = 0;
  /** Highest block in the database, as of the last exchange. */
  #shared = 0;
  #syncedAt = Number.NEGATIVE_INFINITY;
  #syncing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ db, chainId, syncMs = 1_000, now = Date.now }: HeadGuardOptions) {
    this.#db = db;
    this.#chainId = chainId;
    this.#syncMs = syncMs;
    this.#now = now;
  }

  async floor(): Promise<number> {
    if (this.#untilSync <= 0) await this.#sync();
    return this.#highest;
  }

  async require({ number, timestamp }: Head, floor: number): Promise<void> {
    const age = Math.round(this.#now() / 1000 - timestamp);
    if (age > maxAgeSeconds) throw behind('old', { blockNumber: number, ageSeconds: age });
    if (number < floor) throw behind('lower', { blockNumber: number, highestSeen: floor });
    // A block from the future is a fault of the node or of the clock. Recorded as the highest, it would reject every
    // answer.
    if (age < -maxAgeSeconds) return;
    this.#highest = Math.max(this.#highest, number);
    if (number <= this.#shared) return;
    if (this.#untilSync <= 0) await this.#sync();
    else this.#timer ??= setTimeout(() => this.#sync().catch(() => {}), this.#untilSync).unref();
  }

  get #untilSync(): number {
    return this.#syncedAt + this.#syncMs - this.#now();
  }

  #sync(): Promise<void> {
    this.#syncing ??= this.#exchange(this.#highest).finally(() => {
      this.#syncing = undefined;
    });
    return this.#syncing;
  }

  /** Writes the highest block that this process saw, and reads what others wrote. */
  async #exchange(seen: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { rows } = await this.#db.execute<{ highest: string }>(sql`
      insert into chain_heads as heads (chain_id, block_number) values (${this.#chainId}, ${seen})
      on conflict (chain_id) do update
        set block_number = greatest(heads.block_number, excluded.block_number), seen_at = now()
      returning greatest(heads.block_number, (
        select block_number from chain_cursors where chain_id = ${this.#chainId}
      )) as highest`);
    this.#shared = Number(rows[0]?.highest ?? 0);
    this.#highest = Math.max(this.#highest, this.#shared);
    this.#syncedAt = this.#now();
  }
}

function behind(cause: 'old' | 'lower', details: Record<string, number>): ServiceError {
  nodeBehind.inc({ cause });
  const { blockNumber, ageSeconds, highestSeen } = details;
  const what =
    cause === 'old'
      ? `its newest block ${blockNumber} is ${ageSeconds} seconds old by the clock of this service, and ${maxAgeSeconds} are allowed`
      : `it is at block ${blockNumber}, and block ${highestSeen} was seen before`;
  return new ServiceError(
    'UPSTREAM_UNAVAILABLE',
    `The chain node seems to lag: ${what}. Retry in a few seconds.`,
    { reason: 'NODE_BEHIND', details },
  );
}
