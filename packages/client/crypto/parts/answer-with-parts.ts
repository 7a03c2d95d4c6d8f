import { aborted } from '../crypto-error.ts';
import type { Part } from './make-parts.ts';

/** The worker's side of `partsByWorkers`: makes a part for each message, and ends after the last one. */
export async function answerWithParts(
  parts: AsyncGenerator<Part>,
  out: MessagePort,
  signal: AbortSignal,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const give = () => {
    ended.reject(aborted());
    parts.return(undefined).catch(() => {});
  };
  signal.addEventListener('abort', give, { once: true });
  out.onmessage = async () => {
    try {
      const next = await parts.next();
      if (next.done) ended.resolve();
      else out.postMessage(next.value);
    } catch (error) {
      ended.reject(error);
    }
  };
  try {
    await ended.promise;
  } finally {
    signal.removeEventListener('abort', give);
    out.close();
  }
}
