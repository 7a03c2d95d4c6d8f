import { expect, test } from 'vitest';
import { metrics } from './metrics.ts';
import { expectJob, forgetJob } from './overdue-jobs.ts';

const read = async () => {
  const { values = [] } = (await metrics.getSingleMetric('labroom_job_overdue_seconds')?.get()) ?? {};
  return values.map(({ labels, value }) => [labels.job, Math.floor(value)]);
};

test('a job is overdue by the time since it should have succeeded', async () => {
  expectJob('late', -50_000);
  expectJob('in-time', 60_000);
  expect(await read()).toEqual([
    ['late', 50],
    ['in-time', 0],
  ]);
  expectJob('late', 60_000);
  forgetJob('in-time');
  expect(await read()).toEqual([['late', 0]]);
});
