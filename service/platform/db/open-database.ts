import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient } from 'pg';
import { Admission } from '../admission/admission.ts';
import { announceWrittenWork } from './announce.ts';
import type { Database } from './database.ts';
import { databaseBusy, isConflict, isReadOnly, NoConnectionError } from './database-failure.ts';
import { PipelinedClient } from './pipelined-client.ts';
import { answersToLast } from './send-together.ts';

/** Share of the connections that transactions may hold. The others are for reads. */
const TRANSACTION_SHARE = 0.6;

/** @param options.queryTimeoutMs after which a statement fails on this side, if the server does not answer at all */
export function openDatabase(
  url: string,
  options: { maxConnections?: number; queryTimeoutMs?: number } = {},
): Database {
  const { maxConnections = 10, queryTimeoutMs } = options;
  const pool = new ServicePool({
    Client: PipelinedClient,
    // Statements are sent without waiting for the answers to those before them (`sendTogether`).
    pipeline: true,
    connectionString: url,
    max: maxConnections,
    // A new connection costs more than what an idle process asks. These do not keep a process running.
    min: Math.min(2, maxConnections),
    allowExitOnIdle: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    query_timeout: queryTimeoutMs,
    // A lock that another process holds for longer is overload: waiting for it would occupy a connection.
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // A connection that breaks (for example at a restart of the database) fails its query and is replaced at the next
  // one. Without a listener, the event would end the process, for idle connections and for those in a transaction.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  announceWrittenWork(pool);
  const db = drizzle(pool);
  const transactions = new Admission({
    atOnce: Math.max(1, Math.floor(maxConnections * TRANSACTION_SHARE)),
    maxWaiting: 200,
    maxWaitMs: 5_000,
    refuse: databaseBusy,
  });
  const transaction: typeof db.transaction = (work, config) =>
    transactions.run('', async () => {
      const once = () =>
        withConnection(pool, async (connected) => {
          let last: Promise<unknown> | undefined;
          const result = await connected.transaction(async (tx) => {
            const done = await work(tx);
            last = answersToLast(tx);
            return done;
          }, config);
          // After a failed statement, `commit` rolled back, which is no error of its own.
          await last;
          return result;
        });
      return once().catch((error: unknown) => {
        if (isConflict(error)) return once();
        throw error;
      });
    });
  return Object.assign(db, { transaction });
}

/** Distinguishes the lack of a connection from the failure of a statement. */
class ServicePool extends Pool {
  override connect = ((callback?: ConnectCallback): Promise<PoolClient> | undefined => {
    if (!callback)
      return super.connect().catch((error: unknown) => {
        throw new NoConnectionError(error);
      });
    super.connect((error, client, done) => callback(error && new NoConnectionError(error), client, done));
    return undefined;
  }) as Pool['connect'];
}

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: boolean) => void,
) => void;

/** One Drizzle object per connection, because creating one is slow. */
const connected = new WeakMap<PoolClient, Connection>();

type Connection = NodePgDatabase;

function onConnection(client: PoolClient): Connection {
  const known = connected.get(client) ?? drizzle(client);
  connected.set(client, known);
  return known;
}

/**
 * Runs a function with a connection of the pool. Drizzle's own transactions never release a connection whose `begin`
 * fails, so that ten such failures block the process. A connection that is left inside a transaction, or leads to a
 * standby, is closed.
 */
export async function withConnection<Result>(
  pool: Pool,
  work: (db: Connection, client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isUseless = false;
  try {
    return await work(onConnection(client), client);
  } catch (error) {
    isUseless = isReadOnly(error);
    throw error;
  } finally {
    client.release(isUseless || client.getTransactionStatus() !== 'I');
  }
}
