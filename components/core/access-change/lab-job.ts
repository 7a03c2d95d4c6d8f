'use client';
import { wait } from '@labroom/client/wait';
import { announceFileChange } from '#components/core/data-room/file-changes.ts';
import { AccessJob } from '#lib/access-change/access-job.ts';
import { type AccessTask, removeTask, storedTask, storeTask } from '#lib/access-change/stored-job.ts';
import { callApi } from '#lib/api/browser.ts';
import { appCrypto } from '#lib/upload/direct-storage.ts';
import { warnBeforeLeaving } from '#lib/windows/warn-before-leaving.ts';

const jobs = new Map<string, AccessJob>();

/** The access change of a lab: the one of this tab, else one that was interrupted by leaving the page. */
export function jobOf(oclId: string): AccessJob | null {
  const running = jobs.get(oclId);
  if (running) return running;
  const task = storedTask(oclId);
  return task && open(task);
}

/** Whether a change runs, or waits to be resumed or discarded. */
export function isUnfinished(oclId: string): boolean {
  const state = jobOf(oclId)?.getSnapshot().state;
  return state !== undefined && state !== 'ended';
}

/** Starts an access change. It continues while the user visits other pages. */
export function startJob(task: AccessTask): void {
  const job = open(task);
  storeTask(task);
  void job.run();
}

/** Stops a job and forgets it. */
export function closeJob(job: AccessJob): void {
  job.pause();
  jobs.delete(job.task.oclId);
  removeTask(job.task.oclId);
}

function open(task: AccessTask): AccessJob {
  const { oclId } = task;
  const ports = {
    call: callApi,
    crypto: appCrypto,
    now: Date.now,
    wait,
    alone: (run: () => Promise<void>) =>
      navigator.locks.request(`labroom.access.${oclId}`, { ifAvailable: true }, async (lock) => {
        if (lock) await run();
        return lock !== null;
      }),
  };
  const job = new AccessJob(task, ports, {
    onChanged: (path) => announceFileChange(oclId, path),
    onEnd: () => removeTask(oclId),
  });
  warnBeforeLeaving(job, window);
  jobs.set(oclId, job);
  return job;
}
