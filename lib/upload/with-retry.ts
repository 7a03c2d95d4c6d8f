import { ApiFailure } from '../api/api-failure.ts';
import { CryptoError } from '../crypto/crypto-error.ts';
import type { UploadPorts } from './upload-ports.ts';

const PAUSES_MS = [500, 2_000];

/** Runs a step that may be repeated up to three times, as long as its failure says that another try may succeed. */
export async function withRetry<T>(
  step: () => Promise<T>,
  ports: Pick<UploadPorts, 'wait'>,
  signal: AbortSignal,
): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await step();
    } catch (error) {
      if (signal.aborted || !mayRetry(error)) throw error;
      await ports.wait(pause, signal);
    }
  }
  return step();
}

/** Whether the same call may succeed later. */
export function mayRetry(error: unknown): boolean {
  if (error instanceof ApiFailure) return error.retryable;
  if (!(error instanceof CryptoError)) return false;
  return error.code === 'NETWORK' || (error.code === 'HTTP' && (error.status ?? 0) >= 500);
}
