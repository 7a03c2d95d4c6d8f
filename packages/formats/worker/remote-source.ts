import type { ByteSource } from '../source/byte-source.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';

/** A file of which the page answers the ranges that come from `port`. The page has its key. */
export interface RemoteSource {
  size: number;
  port: MessagePort;
}

export interface RangeRequest {
  id: number;
  start: number;
  end: number;
}
export type RangeAnswer = { id: number; bytes: ArrayBuffer } | { id: number; error: string };

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
