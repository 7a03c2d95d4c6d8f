import type { FastifyBaseLogger } from 'fastify';
import { LONGEST_SWEEP_MS, type WaitForWork, waitFor } from '#platform/jobs/waiter.ts';
import { expectJob, forgetJob } from '#platform/telemetry/overdue-jobs.ts';
import { holdLock } from '../platform/db/advisory-lock.ts';
import type { Database } from '../platform/db/database.ts';

export interface Timing {
  /** Before it is looked for work again. */
  wait: WaitForWork;
  retryMs: number;
}

interface Loop {
  /** For log messages. */
  name: string;
  /** Of all processes on a database, the holder works. */
  lock: number;
  retryMs: number;
  maxBackoffMs: number;
}

/**
 * Works until the signal aborts. One process per database works; the others wait for its lock, which PostgreSQL releases
 * when the process dies. `work` runs while the lock is held, until its signal aborts, and reports each round that succeeded;
 * after a failure it is called again, later each time.
 */
export async function runAlone(
  db: Database,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  { name, lock: key, retryMs, maxBackoffMs }: Loop,
  work: (signal: AbortSignal, onProgress: () => void) => Promise<void>,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await using lock = await holdLock(db, key);
      if (lock) {
        // After a failure the time since the last success goes on.
        if (failures === 0) expectJob(name, LONGEST_SWEEP_MS);
        await work(AbortSignal.any([signal, lock.lost]), () => {
          failures = 0;
          expectJob(name, LONGEST_SWEEP_MS);
        });
        if (!signal.aborted) throw new Error(`The connection that holds the lock of ${name} was lost`);
      }
      // Another process works, or this one ends.
      forgetJob(name);
      await waitFor(retryMs, signal);
    } catch (error) {
      const delay = Math.min(maxBackoffMs, retryMs * 2 ** failures);
      failures += 1;
      log.warn({ err: error, retryInMs: delay }, `${name} interrupted`);
      await waitFor(delay, signal);
    }
  }
}

/** Does what is due, until the signal aborts. `round` returns whether there was anything; if not, it waits. */
export function inRounds(round: () => Promise<boolean>, wait: WaitForWork) {
  return async (signal: AbortSignal, onProgress: () => void): Promise<void> => {
    while (!signal.aborted) {
      const worked = await round();
      onProgress();
      if (!worked) await wait(signal);
    }
  };
}
