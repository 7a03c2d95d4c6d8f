import { LabroomError } from '../api/api-failure.ts';
import { CryptoError } from '../crypto/primitives/crypto-error.ts';
import type { UploadPorts } from './upload-ports.ts';

const PAUSES_MS = [500, 2_000];

/**
 * Runs a step up to three times, as long as its error is retryable. Waits at least as long as an overloaded service
 * requests.
 */
export async function withRetry<T>(
  step: () => Promise<T>,
  ports: Pick<UploadPorts, 'wait'>,
  signal: AbortSignal,
  isTemporary: (error: unknown) => boolean = mayRetry,
): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await step();
    } catch (error) {
      if (signal.aborted || !isTemporary(error)) throw error;
      await ports.wait(Math.max(pause, retryAfterMs(error)), signal);
    }
  }
  return step();
}

function retryAfterMs(error: unknown): number {
  return 1_000 * ((error instanceof LabroomError && error.retryAfterSeconds) || 0);
}

/** Whether the same call may succeed later. */
export function mayRetry(error: unknown): boolean {
  if (error instanceof LabroomError) return error.retryable;
  if (!(error instanceof CryptoError)) return false;
  return error.code === 'NETWORK' || (error.code === 'HTTP' && (error.status ?? 0) >= 500);
}
