import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient } from 'pg';
import { TracedClient } from '../telemetry/traced-client.ts';
import * as activity from './tables/activity.ts';
import * as agreements from './tables/agreements.ts';
import * as chain from './tables/chain.ts';
import * as consumers from './tables/consumers.ts';
import * as did from './tables/did.ts';
import * as embeddings from './tables/embeddings.ts';
import * as files from './tables/files.ts';
import * as labs from './tables/labs.ts';
import * as paidCalls from './tables/paid-calls.ts';
import * as search from './tables/search.ts';
import * as tokens from './tables/tokens.ts';

const schema = {
  ...activity,
  ...agreements,
  ...chain,
  ...consumers,
  ...did,
  ...embeddings,
  ...files,
  ...labs,
  ...paidCalls,
  ...search,
  ...tokens,
};

/** Reads, and single statements that are atomic by themselves. */
export type Database = NodePgDatabase<typeof schema> & { $client: Pool };
/** What a function asks for that must run inside a transaction: it does not compile outside one. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a read asks for: it runs in a transaction or outside. */
export type Reader = Database | Transaction;

export function openDatabase(url: string, options: { maxConnections?: number } = {}): Database {
  const pool = new Pool({
    Client: TracedClient,
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // A connection that breaks (a restart of the database) fails what runs on it and is replaced at the next query; it must not
  // end the process, whether it is idle or in a transaction.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return drizzle(pool, { schema });
}

/** The same database, through one connection of it. */
export function onConnection(client: PoolClient) {
  return drizzle(client, { schema });
}
