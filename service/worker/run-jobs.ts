import type { FastifyBaseLogger } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import { markFeeds } from '#core/feed/feed-marks.ts';
import { deleteObjects } from '#core/files/delete-objects.ts';
import { indexMovedFiles } from '#core/search/index-moved.ts';
import { forgetPaidAnswers } from '#gateway/jobs/forget-paid-answers.ts';
import { settleOpenCalls } from '#gateway/jobs/settle-open-calls.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { LONGEST_SWEEP_MS, polling, type WaitForWork, waitFor } from '#platform/jobs/waiter.ts';
import { expectJob, forgetJob } from '#platform/telemetry/overdue-jobs.ts';
import { claimChannels } from '../gateway/jobs/claim-channels.ts';
import { settleRequests } from '../operations/access-requests/settle-requests.ts';
import { numberEvents } from '../operations/activity/number-events.ts';
import { linkDids } from '../operations/did/link-dids.ts';
import { expireTrash } from '../operations/entries/empty-trash.ts';
import { moveTrashedObjects } from '../operations/entries/trash-objects.ts';
import { tellFollowers } from '../operations/follows/tell-followers.ts';
import { refreshOwners } from '../operations/members/refresh-owners.ts';
import { forgetPageChanges } from '../operations/pages/forget-page-changes.ts';
import { forgetOldNames, resolveNames } from '../operations/profiles/resolve-names.ts';
import type { WorkNotices, WorkTable } from '../platform/db/work-notices.ts';
import { jobRuns, jobSucceededAt } from '../platform/telemetry/worker-metrics.ts';
import { embedDocuments } from './embed-documents.ts';
import { expireUploads } from './expire-uploads.ts';
import { forgetCredentials } from './forget-credentials.ts';
import { forgetDeletedDocuments } from './forget-deleted-documents.ts';
import { forgetWebhookDeliveries } from './forget-deliveries.ts';
import { forgetDrawnTexts } from './forget-drawn-texts.ts';
import { forgetFullBuckets } from './forget-full-buckets.ts';
import { forgetIdempotencyKeys } from './forget-idempotency-keys.ts';
import { forgetMailAddresses } from './forget-mail-addresses.ts';
import { forgetNotices } from './forget-notices.ts';
import { forgetReportSources } from './forget-report-sources.ts';
import { forgetSignInMessages } from './forget-sign-in-messages.ts';
import { forgetImageUploads, publishImages } from './publish-images.ts';
import { contractWatch } from './watch-contracts.ts';

interface Job {
  name: string;
  run(context: ServiceContext, log: FastifyBaseLogger): Promise<JobOutcome>;
  everyMs: number;
  /** Tables of its work. A job without them runs every `everyMs`, the others when work is announced. */
  wokenBy?: WorkTable[];
}

const second = 1_000;
const maxBackoffMs = 60 * second;

/**
 * [Note: jobs are loops] Each job reads its work from rows written in the transaction that created it:
 * `object_deletions`, an expired upload, an uploaded image, a feed entry outside the event log, an event that
 * followers are to be told, a moved file, a document without an
 * embedding, a lab whose DIDs are to be
 * linked, an open access request, a holder whose owners are to be read, a wallet whose name was
 * wanted. A separate queue could contradict these tables. So each job reads its
 * table, does the work and removes the row last. All jobs may be repeated and may run in several processes at once. A
 * notice of the database (`work-notices.ts`) only wakes them.
 */
const jobs: Job[] = [
  {
    name: 'number-events',
    run: numberEvents,
    everyMs: second / 2,
    wokenBy: ['unlogged_activity', 'onchain_events'],
  },
  { name: 'watch-contracts', run: contractWatch(), everyMs: 10 * second },
  { name: 'mark-feeds', run: (context) => markFeeds(context), everyMs: 600 * second },
  { name: 'tell-followers', run: tellFollowers, everyMs: second, wokenBy: ['event_log'] },
  { name: 'delete-objects', run: deleteObjects, everyMs: second, wokenBy: ['object_deletions'] },
  { name: 'move-trashed-objects', run: moveTrashedObjects, everyMs: second, wokenBy: ['trashed_versions'] },
  { name: 'expire-trash', run: expireTrash, everyMs: 60 * second },
  { name: 'publish-images', run: publishImages, everyMs: second, wokenBy: ['lab_image_uploads'] },
  { name: 'index-moved-files', run: indexMovedFiles, everyMs: second, wokenBy: ['search_moved'] },
  { name: 'embed-documents', run: embedDocuments, everyMs: second, wokenBy: ['search_embeddings'] },
  { name: 'settle-open-calls', run: settleOpenCalls, everyMs: second, wokenBy: ['paid_calls'] },
  { name: 'claim-channels', run: claimChannels, everyMs: 10 * second },
  { name: 'forget-paid-answers', run: forgetPaidAnswers, everyMs: 60 * second },
  { name: 'link-dids', run: linkDids, everyMs: second, wokenBy: ['did_links'] },
  {
    name: 'settle-requests',
    run: settleRequests,
    everyMs: second,
    wokenBy: ['access_requests', 'onchain_events'],
  },
  { name: 'refresh-owners', run: refreshOwners, everyMs: second, wokenBy: ['lab_holders'] },
  { name: 'resolve-names', run: resolveNames, everyMs: second, wokenBy: ['resolved_names'] },
  { name: 'forget-names', run: forgetOldNames, everyMs: 3_600 * second },
  { name: 'expire-uploads', run: expireUploads, everyMs: 60 * second },
  { name: 'forget-image-uploads', run: forgetImageUploads, everyMs: 3_600 * second },
  { name: 'forget-sign-in-messages', run: forgetSignInMessages, everyMs: 3_600 * second },
  { name: 'forget-credentials', run: forgetCredentials, everyMs: 3_600 * second },
  { name: 'forget-deleted-documents', run: forgetDeletedDocuments, everyMs: 3_600 * second },
  { name: 'forget-notices', run: forgetNotices, everyMs: 3_600 * second },
  { name: 'forget-deliveries', run: forgetWebhookDeliveries, everyMs: 60 * second },
  { name: 'forget-idempotency-keys', run: forgetIdempotencyKeys, everyMs: 60 * second },
  { name: 'forget-mail-addresses', run: forgetMailAddresses, everyMs: 60 * second },
  { name: 'forget-report-sources', run: forgetReportSources, everyMs: 3_600 * second },
  { name: 'forget-drawn-texts', run: forgetDrawnTexts, everyMs: 3_600 * second },
  { name: 'forget-page-changes', run: (context) => forgetPageChanges(context), everyMs: 60 * second },
  { name: 'forget-full-buckets', run: forgetFullBuckets, everyMs: 60 * second },
];

/** Runs each job in its own loop until the signal aborts. Resolves when all running jobs have ended. */
export async function runJobs(
  context: ServiceContext,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  notices: Pick<WorkNotices, 'of'>,
): Promise<void> {
  await Promise.all(
    jobs.map((job) => {
      const wait = job.wokenBy ? notices.of(job.wokenBy, job.everyMs) : polling(job.everyMs);
      return repeat(job, context, { log: log.child({ job: job.name }), wait, signal });
    }),
  );
}

async function repeat(
  job: Job,
  context: ServiceContext,
  { log, wait, signal }: { log: FastifyBaseLogger; wait: WaitForWork; signal: AbortSignal },
): Promise<void> {
  let failures = 0;
  const longestMs = job.wokenBy ? LONGEST_SWEEP_MS : job.everyMs;
  expectJob(job.name, LONGEST_SWEEP_MS);
  // A series that begins with its first failure would hide that one from rates.
  jobRuns.inc({ job: job.name, outcome: 'failed' }, 0);
  while (!signal.aborted) {
    try {
      const { done, more } = await job.run(context, log);
      failures = 0;
      expectJob(job.name, longestMs);
      jobRuns.inc({ job: job.name, outcome: 'ok' });
      jobSucceededAt.set({ job: job.name }, Date.now() / second);
      if (done > 0) log.info({ done }, 'job done');
      if (!more) await wait(signal);
    } catch (error) {
      const delay = Math.min(Math.max(maxBackoffMs, job.everyMs), job.everyMs * 2 ** failures);
      failures += 1;
      jobRuns.inc({ job: job.name, outcome: 'failed' });
      log.warn({ err: error, retryInMs: delay }, 'job failed');
      await waitFor(delay, signal);
    }
  }
  forgetJob(job.name);
}
