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

/** SQL: the number of the newest event, or that after which the log continues; 0 for an empty log. */
export const endOfLog: SQL<string> = sql`(select greatest(coalesce(max(number), 0), (select log_base from installation)) from event_log)`;

/** Numbers of one epoch, beginning with the minute of its begin. */
export const EPOCH = 10_000_000;

/**
 * Lets the log continue with numbers that it never gave before, because the database was put back to an earlier state.
 *
 * [Note: epochs] Without it, numbers would be given again, and who has read up to one of them would miss what has it now. The number
 * of an event after a restore begins with the minute of the restore since 1970, which no number given before has reached, so a
 * cursor carries the epoch in its leading digits, and the order of numbers stays that of the log.
 * @returns false for a database that no service has used yet
 */
export async function beginEpoch(tx: Transaction): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update installation set log_base = greatest(log_base + ${EPOCH}, floor(extract(epoch from now()) / 60)::bigint * ${EPOCH})`);
  return rowCount === 1;
}
