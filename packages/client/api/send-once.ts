import { wait } from '../signals/wait.ts';
import { LabroomError } from './api-failure.ts';
import type { Reason } from './errors.generated.ts';

const PAUSES_MS = [500, 2_000];
const running: Reason = 'IDEMPOTENCY_KEY_IN_USE';

/**
 * Sends a mutation, and again under the same `Idempotency-Key` if no answer arrives: it takes effect once all the same
 * (docs/specification/wire.md#idempotency-key).
 * @param send gets the value of the header
 */
export async function sendOnce<Data>(
  send: (key: string) => Promise<Data>,
  signal: AbortSignal,
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<Data> {
  const key = `"${crypto.randomUUID()}"`;
  for (const pause of pausesMs) {
    try {
      return await send(key);
    } catch (error) {
      if (signal.aborted || !isUnanswered(error)) throw error;
      await wait(pause, signal);
    }
  }
  return send(key);
}

const isUnanswered = (error: unknown) =>
  error instanceof LabroomError && (error.code === 'NETWORK_ERROR' || error.reason === running);
