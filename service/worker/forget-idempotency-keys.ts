import type { ServiceContext } from '#core/context/context.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { forgetKeys } from '../graphql/idempotency-key-store.ts';

/** Deletes idempotency keys, with the answers kept for them, after a day. */
export async function forgetIdempotencyKeys({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  return { done: await forgetKeys(db), more: false };
}
