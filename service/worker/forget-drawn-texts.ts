import type { ServiceContext } from '#core/context/context.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { forgetUnread } from '../operations/markdown/drawn-text-store.ts';

/** Deletes trees of texts that no page has read for 30 days. */
export async function forgetDrawnTexts({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  return { done: await forgetUnread(db), more: false };
}
