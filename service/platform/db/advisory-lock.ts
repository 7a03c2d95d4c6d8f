import type { Database } from './database.ts';

export interface HeldLock extends AsyncDisposable {
  /** Aborts when the connection that holds the lock breaks. Another process may then have the lock. */
  lost: AbortSignal;
}

/**
 * A dead process closes its connections; a dead machine or cable does not, and PostgreSQL would keep the lock for two
 * hours. Keepalive probes start after ten silent seconds and stop after the system's number of unanswered probes (nine
 * on Linux): 28 seconds in total. Unix sockets ignore these settings.
 */
const setKeepalive = `set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '2', false)`;

/**
 * Takes a lock that one connection per database can hold, on its own connection; null while another has it. The lock is
 * released on disposal, by PostgreSQL when the process dies, and within half a minute when its machine dies.
 */
export async function holdLock(db: Database, key: number): Promise<HeldLock | null> {
  const client = await db.$client.connect();
  const lost = new AbortController();
  const lose = () => lost.abort();
  client.on('error', lose);
  client.on('end', lose);
  const release = (isBroken: boolean) => {
    client.off('error', lose);
    client.off('end', lose);
    client.release(isBroken);
  };
  const giveBack = async () => {
    try {
      await client.query('select pg_advisory_unlock($1)', [key]);
      release(false);
    } catch {
      // A broken connection has already released it.
      release(true);
    }
  };
  try {
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_lock($1) as held, ${setKeepalive}`,
      [key],
    );
    if (rows[0]?.held) return { lost: lost.signal, [Symbol.asyncDispose]: giveBack };
  } catch (error) {
    release(true);
    throw error;
  }
  release(false);
  return null;
}
