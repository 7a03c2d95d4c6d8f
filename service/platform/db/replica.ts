import { setTimeout as pause } from 'node:timers/promises';
import { SharedReads } from '@labroom/protocol/shared-reads';
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { codeOf } from './database-failure.ts';
import { openDatabase } from './open-database.ts';

/** Milliseconds between two looks at how far a replica is, while a read waits for it. */
const LOOK_AGAIN_MS = 1;
/** Milliseconds after which a server that does not answer is given up, a little above `statement_timeout`. */
const QUERY_TIMEOUT_MS = 31_000;

/** A position in the write-ahead log, in bytes. Positions of one installation grow, also over failovers. */
export type LogPosition = bigint;

const QUERY_CANCELED = '57014';
/** Class of PostgreSQL error codes. */
const DATA_EXCEPTION = '22';

/** The end of the primary's log that is on disk. Everything that was acknowledged is before it. */
export async function positionOf(primary: Database): Promise<LogPosition> {
  const { rows } = await primary.execute<{ position: string }>(
    sql`select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0') as position`,
  );
  return BigInt(rows[0]?.position ?? 0);
}

/** What two servers have in common if one is a copy of the other. */
export async function identityOf(db: Database): Promise<string> {
  const { rows } = await db.execute<{ identity: string }>(
    sql`select system_identifier || ' ' || current_database() as identity from pg_control_system()`,
  );
  return rows[0]?.identity ?? '';
}

/** A standby of the database, and how far it is known to have replayed the log. */
export class Replica {
  readonly db: Database;
  /** Grows when a statement failed or a connection ended. Answers across that are not to be trusted. */
  disturbances = 0;
  /** `null`: not known since the last disturbance, after which another server may be at this address. */
  #replayed: LogPosition | null = null;
  readonly #looks = new SharedReads<void>();
  #restsUntil = 0;

  /** @param url of one server, because positions of two servers differ */
  constructor(url: string) {
    const db = openDatabase(url, { queryTimeoutMs: QUERY_TIMEOUT_MS });
    const { $client: pool, transaction } = db;
    pool.on('connect', (client) => client.once('end', () => this.#disturb()));
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
    Object.assign(pool, { query: (...args: unknown[]) => this.#watch(query(...args)) });
    const watched: typeof transaction = (work, config) => this.#watch(transaction(work, config));
    this.db = Object.assign(db, { transaction: watched });
  }

  hasReplayed(position: LogPosition): boolean {
    return this.#replayed !== null && this.#replayed >= position;
  }

  /** Whether it may be asked how far it is. */
  get isResting(): boolean {
    return performance.now() < this.#restsUntil;
  }

  rest(milliseconds: number): void {
    this.#restsUntil = performance.now() + milliseconds;
  }

  /**
   * Resolves when the replica has replayed the position.
   * @param expected identity of the primary
   * @throws when the signal aborts before, the server cannot be asked, or it is no standby of the primary
   */
  async catchUp(position: LogPosition, expected: string, signal: AbortSignal): Promise<void> {
    while (!this.hasReplayed(position)) {
      await this.#looks.read('', () => this.#look(expected));
      if (!this.hasReplayed(position)) await pause(LOOK_AGAIN_MS, undefined, { signal });
    }
  }

  close(): Promise<void> {
    return this.db.$client.end();
  }

  async #look(expected: string): Promise<void> {
    const { disturbances } = this;
    if (this.#replayed === null && (await identityOf(this.db)) !== expected) throw new NoStandbyError();
    // Of a server that was never a standby it is null.
    const { rows } = await this.db.execute<{ position: string }>(
      sql`select coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0) as position`,
    );
    if (disturbances === this.disturbances) this.#replayed = BigInt(rows[0]?.position ?? 0);
  }

  async #watch<Result>(statement: Promise<Result>): Promise<Result> {
    try {
      return await statement;
    } catch (error) {
      if (!isSameEverywhere(error)) this.#disturb();
      throw error;
    }
  }

  #disturb(): void {
    this.disturbances += 1;
    this.#replayed = null;
  }
}

class NoStandbyError extends Error {
  constructor() {
    super('DATABASE_REPLICA_URLS: the server is no standby of DATABASE_URL');
    this.name = 'NoStandbyError';
  }
}

/** Whether the primary would fail too: invalid values, and statements that take too long. */
function isSameEverywhere(error: unknown): boolean {
  const code = codeOf(error);
  return code === QUERY_CANCELED || code?.startsWith(DATA_EXCEPTION) === true;
}
