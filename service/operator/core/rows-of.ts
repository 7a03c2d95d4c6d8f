import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/db/database.ts';

const rowsAtOnce = 500;

/** Reads the rows of any query in portions, with bounded memory. Only one such query may run per transaction. */
export async function* rowsOf(tx: Transaction, query: SQL): AsyncGenerator<Record<string, unknown>[]> {
  await tx.execute(sql`declare operator_rows no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await tx.execute(sql.raw(`fetch ${rowsAtOnce} from operator_rows`));
    if (rows.length === 0) break;
    yield rows;
  }
  await tx.execute(sql`close operator_rows`);
}

/** Removes the time limits of user requests, because an operator's command may take long. */
export async function withoutLimits(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
}
