import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/** Of all processes on a database, the holder may add to the event log. */
const EVENT_LOG_LOCK = 7_266_012;

/** Lets this transaction add to the event log until it ends. Waits for another one that does. */
export async function lockEventLog(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${EVENT_LOG_LOCK})`);
}

/** Like `lockEventLog`, but returns false instead of waiting. */
export async function tryLockEventLog(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(${EVENT_LOG_LOCK}) as held`,
  );
  return rows[0]?.held ?? false;
}

/** SQL: the number of the newest event, 0 without any. */
export const endOfLog: SQL<string> = sql`(select coalesce(max(number), 0) from event_log)`;
