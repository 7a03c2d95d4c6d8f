import type { ByteSource, RangeAnswer, RangeRequest, RemoteSource } from './byte-source.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

/** Takes seconds on most connections. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The worker's side of `answerRanges`. Ranges reject with `UnreadableFileError`. */
export function sourceAt({ size, port }: RemoteSource): ByteSource {
  const waiting = new Map<number, PromiseWithResolvers<ArrayBuffer>>();
  let asked = 0;
  port.onmessage = ({ data }: MessageEvent<RangeAnswer>) => {
    const answer = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) answer?.reject(new UnreadableFileError(data.error));
    else answer?.resolve(data.bytes);
  };
  return {
    size,
    mostBytes: MOST_BYTES,
    slice: (start, end = size) => ({
      arrayBuffer() {
        const answer = Promise.withResolvers<ArrayBuffer>();
        asked += 1;
        waiting.set(asked, answer);
        port.postMessage({ id: asked, start, end: Math.min(end, size) } satisfies RangeRequest);
        return answer.promise;
      },
    }),
  };
}
