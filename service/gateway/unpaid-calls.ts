import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../platform/db/database.ts';
import { paidCalls } from '../platform/db/tables/paid-calls.ts';

/** Wait after the first unpaid call, doubled by each further one. */
const FIRST_WAIT_SECONDS = 30;
/** Number of unpaid calls in the window at which calls are rejected until the oldest leaves it. */
const MAX_UNPAID = 5;
const WINDOW_HOURS = 24;

type Debtor = Pick<typeof paidCalls.$inferSelect, 'network' | 'asset' | 'payer'>;

/**
 * [Note: unpaid calls] A mutation runs before its payment is settled, so a wallet that is emptied in between gets its
 * effect for free. Each such call makes the payer wait longer. The database decides, so all processes agree.
 *
 * SQL for the seconds that a payer has to wait; 0 or less means none.
 */
export function unpaidWait({ network, asset, payer }: Debtor): SQL {
  return sql`(
    select coalesce(extract(epoch from greatest(
      max(ended_at) + make_interval(secs => ${FIRST_WAIT_SECONDS} * 2 ^ (least(count(*), ${MAX_UNPAID}) - 1)),
      (array_agg(ended_at order by ended_at desc))[${MAX_UNPAID}::int] + make_interval(hours => ${WINDOW_HOURS})
    ) - now()), 0)
    from ${paidCalls}
    where payer = ${payer} and network = ${network} and asset = ${asset} and state in ('failed', 'unknown')
      and ended_at > now() - make_interval(hours => ${WINDOW_HOURS})
  )`;
}

/** Whole seconds that a payer must wait after unpaid calls; 0 for none. */
export async function readUnpaidWait(db: Database, debtor: Debtor): Promise<number> {
  const { rows } = await db.execute<{ wait: string }>(sql`select ${unpaidWait(debtor)} as wait`);
  return Math.max(0, Math.ceil(Number(rows[0]?.wait ?? 0)));
}
