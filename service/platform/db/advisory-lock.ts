import type { Database } from './database.ts';

export interface HeldLock extends AsyncDisposable {
  /** Aborts when the connection that holds the lock breaks: somebody else may have it from then on. */
  lost: AbortSignal;
}

/**
 * A process that dies closes its connections; a machine that dies, or a cable, closes nothing, and PostgreSQL would keep the
 * lock for two hours. So it asks after ten silent seconds, and gives up after as many unanswered probes as the system sends
 * (nine on Linux): 28 seconds in all. Sockets of Unix need none of it and ignore it.
 */
const asksWhetherHolderLives = `set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '2', false)`;

/**
 * Takes a lock that one connection per database can have, on a connection of its own; null while another has it.
 * It is given back on disposal, and by PostgreSQL when the process dies, or within half a minute when its machine does.
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
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_lock($1) as held, ${asksWhetherHolderLives}`,
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
