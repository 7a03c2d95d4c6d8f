import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import { ConfigurationError } from '../config/env.ts';

/**
 * Verifies what the indexer, DID linking and migrations rely on: a connection is one session of the server, and
 * excludes all other connections from a lock that it holds. This fails behind a pooler in transaction mode, and when
 * two connections may reach two servers.
 * @param first a connection outside a transaction
 * @throws ConfigurationError
 */
export async function requireSessions(first: Client, databaseUrl: string): Promise<void> {
  // Below the service's locks (from 7,266,001), so that nothing is blocked.
  const key = randomInt(1, 7_000_000);
  const second = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  second.on('error', () => {});
  await second.connect();
  try {
    const session = await sessionOf(first);
    await first.query('select pg_advisory_lock($1)', [key]);
    // Inside a transaction the second connection certainly has its own session. Outside it might get the first one's.
    await second.query('begin');
    const { rows } = await second.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [
      key,
    ]);
    const isKept = (await sessionOf(first)) === session;
    await second.query('rollback');
    await first.query('select pg_advisory_unlock($1)', [key]);
    if (rows[0]?.held || !isKept) throw noSessions();
  } finally {
    await second.end();
  }
}

async function sessionOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ session: string }>(
    `select pg_backend_pid() || ' ' || pg_postmaster_start_time() as session`,
  );
  return rows[0]?.session ?? '';
}

function noSessions(): ConfigurationError {
  return new ConfigurationError([
    'DATABASE_URL: session locks do not work (a pooler in transaction mode, or several servers); connect to PostgreSQL directly, or through a pooler in session mode',
  ]);
}
