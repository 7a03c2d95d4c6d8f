import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../platform/db/database.ts';

const rowsAtOnce = 500;

/** The rows of any query, so many at a time that memory does not grow with them. One such query at a time. */
export async function* rowsOf(tx: Transaction, query: SQL): AsyncGenerator<Record<string, unknown>[]> {
  await tx.execute(sql`declare operator_rows no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await tx.execute(sql.raw(`fetch ${rowsAtOnce} from operator_rows`));
    if (rows.length === 0) break;
    yield rows;
  }
  await tx.execute(sql`close operator_rows`);
}

/** An operator may take as long as it takes, also between two statements: the limits are for what users ask for. */
export async function withoutLimits(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
}
