import { afterEach, expect, it } from 'vitest';
import { jobKey, labsWithStoredJobs, onJob } from './job-signal.ts';
import { type AccessTask, removeTask, storedTask, storeTask } from './stored-job.ts';

const task: AccessTask = {
  kind: 'renewal',
  oclId: '0x01',
  labName: 'Lab',
  wallet: '0xaa',
  keyIssuedBefore: '2026-01-31T09:30:00.000Z',
  count: 7,
};

afterEach(() => localStorage.clear());

it('keeps a job until it ends, and announces its start', () => {
  const begun: string[] = [];
  const stop = onJob((oclId) => begun.push(oclId));
  storeTask(task);
  stop();
  expect(begun).toEqual(['0x01']);
  expect(storedTask('0x01')).toEqual(task);
  expect(labsWithStoredJobs()).toEqual(['0x01']);
  removeTask('0x01');
  expect(storedTask('0x01')).toBeNull();
  expect(labsWithStoredJobs()).toEqual([]);
});

it.each(['', 'null', '{"kind":"renewal"}', '{"kind":"access","files":[]}', '[]'])(
  'ignores %j, which no version of the page wrote',
  (text) => {
    localStorage.setItem(jobKey('0x01'), text);
    expect(storedTask('0x01')).toBeNull();
  },
);
