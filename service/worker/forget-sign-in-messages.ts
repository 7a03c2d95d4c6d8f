import { lte, sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { signInMessages } from '../platform/db/tables/tokens.ts';

/**
 * Deletes sign-in messages a day after they expired. Until then a late signature gets the error that its nonce has
 * expired.
 */
export async function forgetSignInMessages({ db }: ServiceContext): Promise<JobOutcome> {
  const removed = await db
    .delete(signInMessages)
    .where(lte(signInMessages.expiresAt, sql`now() - interval '1 day'`));
  return { done: removed.rowCount ?? 0, more: false };
}
