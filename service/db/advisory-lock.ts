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
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  const release = () => client.release(true);
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [key]);
    if (rows[0]?.held) return { lost: lost.signal, [Symbol.asyncDispose]: async () => release() };
  } catch (error) {
    release();
    throw error;
  }
  release();
  return null;
}
