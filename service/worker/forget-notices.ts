import type { ServiceContext } from '#core/context/context.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { trimInboxes } from '../operations/notifications/inbox-store.ts';

/** Keeps each inbox within its limits. */
export async function forgetNotices({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  return { done: await trimInboxes(db), more: false };
}
