import { lte, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { rateLimitBuckets } from '../db/tables/rate-limits.ts';
import type { JobOutcome } from '../jobs/run-jobs.ts';

/** Removes the buckets of those who have not asked for a while: full, and so no different from none. */
export async function forgetFullBuckets({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  const removed = await db.delete(rateLimitBuckets).where(lte(rateLimitBuckets.fullAt, sql`now()`));
  return { done: removed.rowCount ?? 0, more: false };
}
