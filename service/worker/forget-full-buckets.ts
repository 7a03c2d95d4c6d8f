import { inArray, lte, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { rateLimitBuckets } from '../platform/db/tables/rate-limits.ts';
import type { JobOutcome } from '../platform/job-outcome.ts';

/**
 * Removes the buckets of those who have not asked for a while: full, and so no different from none. It waits for nobody who
 * takes tokens at the moment, so that the two never wait for each other.
 */
export async function forgetFullBuckets({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  const full = db
    .select({ key: rateLimitBuckets.key })
    .from(rateLimitBuckets)
    .where(lte(rateLimitBuckets.fullAt, sql`now()`))
    .for('update', { skipLocked: true });
  const removed = await db.delete(rateLimitBuckets).where(inArray(rateLimitBuckets.key, full));
  return { done: removed.rowCount ?? 0, more: false };
}
