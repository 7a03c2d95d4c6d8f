import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { holdLock } from '../platform/db/advisory-lock.ts';
import type { Database } from '../platform/db/database.ts';

const maxBackoffMs = 5 * 60_000;

export interface Timing {
  pollMs: number;
  retryMs: number;
}

interface Loop extends Timing {
  /** For log messages. */
  name: string;
  /** Of all processes on a database, the holder works. */
  lock: number;
  /** Does what is due. Returns whether there was anything. */
  work(): Promise<boolean>;
}

/**
 * Works until the signal aborts. One process per database works; the others wait for its lock, which PostgreSQL releases
 * when the process dies.
 */
export async function runAlone(
  db: Database,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  { name, lock: key, work, pollMs, retryMs }: Loop,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await using lock = await holdLock(db, key);
      while (lock && !signal.aborted) {
        if (lock.lost.aborted) throw new Error(`The connection that holds the lock of ${name} was lost`);
        const worked = await work();
        failures = 0;
        if (!worked) await wait(pollMs, AbortSignal.any([signal, lock.lost]));
      }
      await wait(retryMs, signal);
    } catch (error) {
      const delay = Math.min(maxBackoffMs, retryMs * 2 ** failures);
      failures += 1;
      log.warn({ err: error, retryInMs: delay }, `${name} interrupted`);
      await wait(delay, signal);
    }
  }
}

const wait = (ms: number, signal: AbortSignal) =>
  pause(ms, undefined, { signal }).then(
    () => undefined,
    () => undefined,
  );
