import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type SQL, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { Client, type Notification } from 'pg';
import { Waiter, type WaitForWork, waitFor } from '../jobs/waiter.ts';
import { CHANNEL } from './announce.ts';
import type { Database, Transaction } from './database.ts';

const PROBE_MS = 5_000;
const RECONNECT_MS = 1_000;
/** Until notices are tried again after they did not arrive. */
const RETRY_MS = 60_000;

/** Tables whose rows are work. Their trigger `announce_work` tells the connection that writes a row that is due. */
export const announcedTables = [
  'access_requests',
  'did_links',
  'event_log',
  'lab_holders',
  'lab_image_uploads',
  'mail_addresses',
  'notice_mails',
  'notice_pushes',
  'object_deletions',
  'paid_calls',
  'resolved_names',
  'search_embeddings',
  'search_moved',
  'trashed_versions',
  'unlogged_activity',
  'webhooks',
] as const;

/** The indexer announces `onchain_events`, once for each range of blocks. */
export type WorkTable = (typeof announcedTables)[number] | 'onchain_events';

/** Announces work when the transaction commits, if the condition holds. */
export async function announceWork(tx: Transaction, table: WorkTable, condition: SQL): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${table}) where ${condition}`);
}

/**
 * Wakes the loops of a worker when work for them is committed.
 *
 * [Note: notices only wake] Every loop reads its work from tables, so a lost notice delays work until the next sweep and
 * loses nothing. Notices need a connection that stays one session of the server. Whether it does is tried by a notice that
 * another connection sends. While it does not, loops poll; when it does again, they look for work at once.
 */
export class WorkNotices {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #waiters: { tables: readonly string[]; waiter: Waiter }[] = [];
  #isMissing = false;

  constructor(db: Database, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  /** @param pollMs time between two rounds of the loop while it polls */
  of(tables: readonly WorkTable[], pollMs: number): WaitForWork {
    const waiter = new Waiter(pollMs);
    this.#waiters.push({ tables, waiter });
    return (signal) => waiter.wait(signal);
  }

  /** Listens until the signal aborts. */
  async listen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let delay = RECONNECT_MS;
      try {
        await this.#listenOnce(signal);
      } catch (err) {
        if (!this.#isMissing) this.#log.warn({ err }, 'work is not announced, so it is polled');
        this.#isMissing = true;
        if (err instanceof NoNoticesError) delay = RETRY_MS;
      }
      await waitFor(delay, signal);
    }
  }

  /** @throws when the connection ends before the signal aborts, or no notice arrives on it */
  async #listenOnce(signal: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const client = new Client({ ...this.#db.$client.options, keepAlive: true });
    client.on('error', () => ended.abort());
    client.on('end', () => ended.abort());
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      if (!(await this.#doNoticesArrive(client, ended.signal))) throw new NoNoticesError();
      client.on('notification', ({ payload = '' }) => {
        for (const { tables, waiter } of this.#waiters) if (tables.includes(payload)) waiter.notice();
      });
      this.#setListening(true);
      if (this.#isMissing) this.#log.info('work is announced again');
      this.#isMissing = false;
      const over = AbortSignal.any([signal, ended.signal]);
      if (!over.aborted) await once(over, 'abort');
      if (!signal.aborted) throw new Error('The connection that listens for work was lost');
    } finally {
      this.#setListening(false);
      await client.end().catch(() => undefined);
    }
  }

  async #doNoticesArrive(client: Client, ended: AbortSignal): Promise<boolean> {
    const probe = randomUUID();
    const arrived = new AbortController();
    const look = ({ payload }: Notification) => payload === probe && arrived.abort();
    client.on('notification', look);
    await this.#db.execute(sql`select pg_notify(${CHANNEL}, ${probe})`);
    await waitFor(PROBE_MS, AbortSignal.any([arrived.signal, ended]));
    client.off('notification', look);
    return arrived.signal.aborted;
  }

  #setListening(isListening: boolean): void {
    for (const { waiter } of this.#waiters) waiter.isListening = isListening;
  }
}

class NoNoticesError extends Error {
  constructor() {
    super('DATABASE_URL: notices do not arrive, e.g. because of a pooler in transaction mode');
  }
}
