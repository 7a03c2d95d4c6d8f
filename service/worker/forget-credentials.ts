import { and, isNotNull, or, sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { consumers } from '../platform/db/tables/consumers.ts';

/** Deletes credentials that wallets issued themselves, a month after they ended. */
export async function forgetCredentials({ db }: ServiceContext): Promise<JobOutcome> {
  const monthAgo = sql`now() - interval '30 days'`;
  const removed = await db
    .delete(consumers)
    .where(
      and(
        isNotNull(consumers.wallet),
        or(sql`${consumers.expiresAt} < ${monthAgo}`, sql`${consumers.revokedAt} < ${monthAgo}`),
      ),
    );
  return { done: removed.rowCount ?? 0, more: false };
}
