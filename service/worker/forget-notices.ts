import type { ServiceContext } from '../context.ts';
import { trimInboxes } from '../operations/notifications/inbox-store.ts';
import type { JobOutcome } from '../platform/job-outcome.ts';

/** Keeps each inbox within its limits. */
export async function forgetNotices({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  return { done: await trimInboxes(db), more: false };
}
