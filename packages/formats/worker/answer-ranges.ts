import type { ByteSource } from '../source/byte-source.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import type { RangeAnswer, RangeRequest, RemoteSource } from './remote-source.ts';

/** Gives a worker the ranges of a file that it asks for. What is needed to get them, such as a key, stays here: the worker reads bytes that may be hostile. */
export function answerRanges(source: ByteSource, signal: AbortSignal): RemoteSource {
  const { port1, port2 } = new MessageChannel();
  const answer = (message: RangeAnswer, transfer: Transferable[] = []) =>
    port1.postMessage(message, transfer);
  port1.onmessage = async ({ data: { id, start, end } }: MessageEvent<RangeRequest>) => {
    try {
      const bytes = await source.slice(start, end).arrayBuffer(signal);
      answer({ id, bytes }, [bytes]);
    } catch (error) {
      answer({
        id,
        error: error instanceof UnreadableFileError ? error.message : 'The file cannot be read.',
      });
    }
  };
  signal.addEventListener('abort', () => port1.close(), { once: true });
  return { size: source.size, port: port2 };
}
