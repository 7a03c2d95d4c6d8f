import { sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import { paidAnswers } from '#platform/db/tables/paid-calls.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { forgetJourneyAnswers } from '../journeys/journey-store.ts';

/** Deletes answers ten minutes after their calls. */
export async function forgetPaidAnswers({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  const removed = await db.delete(paidAnswers).where(sql`${paidAnswers.expiresAt} < now()`);
  return { done: (removed.rowCount ?? 0) + (await forgetJourneyAnswers(db)), more: false };
}
