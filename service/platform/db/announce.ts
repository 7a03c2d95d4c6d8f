import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

/** The payload of a notice is the name of a table. */
export const CHANNEL = 'labroom_work';
/** Code of what the trigger `announce_work` tells the connection that writes. */
const WORK = 'LR001';
/** Between two announcements of a process. */
const GAP_MS = 20;

/**
 * Announces the tables that the connections of a pool wrote work into, after their transactions. Commits with a notice of
 * their own would wait for each other's sync to the disk. What is not announced, because the process or the connection ended
 * meanwhile, is found at the next look.
 */
export function announceWrittenWork(pool: Pool): void {
  const written = new WeakMap<PoolClient, Set<string>>();
  const pending = new Set<string>();
  let isSending = false;
  pool.on('connect', (client) => {
    const tables = new Set<string>();
    written.set(client, tables);
    client.on('notice', ({ code, message }) => {
      if (code === WORK && message) tables.add(message);
    });
  });
  pool.on('release', (_error, client) => {
    const tables = written.get(client);
    if (!tables || tables.size === 0) return;
    for (const table of tables) pending.add(table);
    tables.clear();
    // Once the connection is free, so that the pool opens no other one.
    process.nextTick(() => void send());
  });
  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      while (pending.size > 0) {
        const tables = [...pending];
        pending.clear();
        await pool.query(`select pg_notify('${CHANNEL}', name) from unnest($1::text[]) name`, [tables]);
        await pause(GAP_MS, undefined, { ref: false });
      }
    } catch {
      // The database is away, or the pool has ended.
    } finally {
      isSending = false;
    }
  }
}
