import { setTimeout as sleep } from 'node:timers/promises';
import { CryptoError, LabroomError } from '@labroom/client';

const pausesMs = [1_000, 3_000, 10_000, 30_000];

/** Repeats a step: as soon as the service allows it where a rate limit refused it, and a few times where it may succeed later. */
export async function patiently<T>(
  step: () => Promise<T>,
  wait: (milliseconds: number) => Promise<unknown> = sleep,
): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await step();
    } catch (error) {
      const isLimited = error instanceof LabroomError && error.code === 'RATE_LIMITED';
      const pauseMs = isLimited ? 1_000 : pausesMs[failures];
      if (pauseMs === undefined || !mayPass(error)) throw error;
      if (!isLimited) failures += 1;
      const askedMs = error instanceof LabroomError ? 1_000 * (error.retryAfterSeconds ?? 0) : 0;
      await wait(Math.max(pauseMs, askedMs));
    }
  }
}

/** Whether an error is one of the service or the way to it, and says nothing about the step. */
export function mayPass(error: unknown): boolean {
  if (error instanceof LabroomError) return error.retryable;
  if (!(error instanceof CryptoError)) return false;
  return error.code === 'NETWORK' || (error.code === 'HTTP' && (error.status ?? 0) >= 500);
}
