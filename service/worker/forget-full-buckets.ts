import { inArray, lte, sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { rateLimitBuckets } from '../platform/db/tables/rate-limits.ts';

/**
 * Deletes full buckets, which are equivalent to no row. It skips rows that a request is using, so that neither waits
 * for the other.
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
