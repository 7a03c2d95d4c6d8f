import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import { forgetExpiredLeases, isExpired } from '#platform/db/lease.ts';
import { paidCalls } from '#platform/db/tables/paid-calls.ts';
import { burnAbandonedCalls } from '../journeys/journey-store.ts';
import { leaseOfRow } from '../paid-call-lease.ts';
import type { PaidCallRow } from '../paid-call-store.ts';

/** Longer than a process serves or settles a call. Rows whose runner never had a lease are recovered by this age. */
const SERVING_GRACE_SECONDS = 60;
const SETTLING_SECONDS = 300;

/**
 * Recovers the calls of processes whose lease has expired. A call that was being served is burned, because it may or
 * may not have run. A served call is queued for settlement.
 * @returns the number of recovered calls
 */
export async function recoverCalls({ db, config }: Pick<ServiceContext, 'db' | 'config'>): Promise<number> {
  const isOrphan = isExpired(leaseOfRow);
  const olderThan = (column: typeof paidCalls.createdAt | typeof paidCalls.servedAt, seconds: number) =>
    sql`${column} < now() - make_interval(secs => ${seconds})`;
  const servingSeconds = config.gateway.maxTimeoutSeconds + SERVING_GRACE_SECONDS;
  const burned = await db
    .update(paidCalls)
    .set({ state: 'burned', reason: 'process_ended', payment: null, endedAt: sql`now()` })
    .where(and(eq(paidCalls.state, 'serving'), or(isOrphan, olderThan(paidCalls.createdAt, servingSeconds))));
  const unsettled = await db
    .update(paidCalls)
    .set({ state: 'unknown', reason: 'process_ended', nextLookAt: sql`now()` })
    .where(
      and(
        eq(paidCalls.state, 'served'),
        isNull(paidCalls.channelId),
        or(isOrphan, olderThan(paidCalls.servedAt, SETTLING_SECONDS)),
      ),
    );
  const ofJourneys = await burnAbandonedCalls(db, servingSeconds);
  await forgetExpiredLeases(db);
  return (burned.rowCount ?? 0) + (unsettled.rowCount ?? 0) + ofJourneys;
}

/**
 * Takes due unknown settlements and reserves them for one minute, so that no other process checks them at the same
 * time.
 */
export function takeDueCalls({ db }: Pick<ServiceContext, 'db'>, limit: number): Promise<PaidCallRow[]> {
  const due = db
    .select({ id: paidCalls.id })
    .from(paidCalls)
    .where(
      and(eq(paidCalls.state, 'unknown'), isNull(paidCalls.endedAt), lte(paidCalls.nextLookAt, sql`now()`)),
    )
    .orderBy(paidCalls.nextLookAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(paidCalls)
    .set({ looks: sql`${paidCalls.looks} + 1`, nextLookAt: sql`now() + interval '1 minute'` })
    .where(sql`${paidCalls.id} = any(array(${due}))`)
    .returning();
}
