import type { ServiceContext } from '../context.ts';
import { forgetKeys } from '../graphql/idempotency-key-store.ts';
import type { JobOutcome } from '../platform/job-outcome.ts';

/** Deletes idempotency keys, with the answers kept for them, after a day. */
export async function forgetIdempotencyKeys({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  return { done: await forgetKeys(db), more: false };
}
