import { aborted } from '../primitives/crypto-error.ts';
import type { Parts } from './make-parts.ts';

/** The worker's side of `partsByWorkers`: makes a part for each message, which has memory for it or `undefined`, and ends after the last one. */
export async function answerWithParts(
  parts: Parts<void>,
  out: MessagePort,
  signal: AbortSignal,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const give = () => {
    ended.reject(aborted());
    parts.return(undefined).catch(() => {});
  };
  signal.addEventListener('abort', give, { once: true });
  out.onmessage = async ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | undefined>) => {
    try {
      const next = await parts.next(data);
      if (next.done) ended.resolve();
      else out.postMessage(next.value, [next.value.body.buffer]);
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
