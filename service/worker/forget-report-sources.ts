import type { ServiceContext } from '#core/context/context.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { forgetSources } from '../operations/moderation/report-store.ts';

/** Forgets who sent reports, after the day in which it limits them. */
export async function forgetReportSources({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  return { done: await forgetSources(db), more: false };
}
