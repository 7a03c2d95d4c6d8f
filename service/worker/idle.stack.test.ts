import { once } from 'node:events';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { expect, test } from 'vitest';
import { metrics } from '#platform/telemetry/metrics.ts';
import { runJobs } from './run-jobs.ts';

const service = await openTestService();

/** One look of each job, and a second one of those that wait for notices, which is what a sweep repeats. */
const MOST_LOOKS = 54;

test('an idle worker asks the database little: once per job and sweep', async () => {
  const { db } = service.context;
  const stopping = new AbortController();
  let looks = 0;
  let jobs = 0;
  let swept = 0;
  const all = Promise.withResolvers<void>();
  const count = () => {
    looks += 1;
  };
  const notices = {
    of() {
      jobs += 1;
      let rounds = 0;
      return async (signal: AbortSignal) => {
        rounds += 1;
        if (rounds < 2) return;
        swept += 1;
        if (swept === jobs) all.resolve();
        await once(signal, 'abort');
      };
    },
  };
  db.$client.on('acquire', count);
  const running = runJobs(service.context, watchedLog().log, stopping.signal, notices);
  await all.promise;
  const ofJobs = await overdue();
  stopping.abort();
  await running;
  db.$client.off('acquire', count);
  expect(looks).toBeLessThanOrEqual(MOST_LOOKS);
  expect(jobs).toBe(12);
  // Each job is expected again while the worker runs, and none afterwards.
  expect(ofJobs.length).toBeGreaterThan(30);
  expect(ofJobs.filter(({ value }) => value > 0)).toEqual([]);
  expect(await overdue()).toEqual([]);
});

async function overdue() {
  return (await metrics.getSingleMetric('labroom_job_overdue_seconds')?.get())?.values ?? [];
}
