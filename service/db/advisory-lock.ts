import type { Database } from './database.ts';

export interface HeldLock extends AsyncDisposable {
  /** Aborts when the connection that holds the lock breaks: somebody else may have it from then on. */
  lost: AbortSignal;
}

/**
 * Takes a lock that one connection per database can have, on a connection of its own; null while another has it.
 * It is given back on disposal, and by PostgreSQL when the process dies.
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
      // A broken connection has given it back already.
      release(true);
    }
  };
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [key]);
    if (rows[0]?.held) return { lost: lost.signal, [Symbol.asyncDispose]: giveBack };
  } catch (error) {
    release(true);
    throw error;
  }
  release(false);
  return null;
}
