import type { ServiceContext } from '../context.ts';
import { forgetMail } from '../operations/mail/mail-store.ts';
import type { JobOutcome } from '../platform/job-outcome.ts';

/** Deletes addresses that were not confirmed in time. */
export async function forgetMailAddresses({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  return { done: await forgetMail(db), more: false };
}
