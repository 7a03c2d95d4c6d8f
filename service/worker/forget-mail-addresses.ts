import type { ServiceContext } from '#core/context/context.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { forgetMail } from '../operations/mail/mail-store.ts';

/** Deletes addresses that were not confirmed in time. */
export async function forgetMailAddresses({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  return { done: await forgetMail(db), more: false };
}
