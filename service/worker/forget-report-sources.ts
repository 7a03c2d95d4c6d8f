import type { ServiceContext } from '../context.ts';
import { forgetSources } from '../operations/moderation/report-store.ts';
import type { JobOutcome } from '../platform/job-outcome.ts';

/** Forgets who sent reports, after the day in which it limits them. */
export async function forgetReportSources({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  return { done: await forgetSources(db), more: false };
}
