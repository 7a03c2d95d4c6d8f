import { aborted } from '../primitives/crypto-error.ts';
import { hashingSink, type PieceSink } from './make-parts.ts';

/** Pieces that may wait for the other thread: each is what was read at once. */
const MOST_WAITING = 2;

/** A piece, or `null` after the last one. The answer to a piece is `null`. */
type Message = Uint8Array<ArrayBuffer> | null;

/** Passes pieces to `hashFromPort` in another thread. Waits while it is behind. */
export function portSink(port: MessagePort): PieceSink {
  let waiting = 0;
  let goOn = () => {};
  port.onmessage = () => {
    waiting -= 1;
    goOn();
  };
  return {
    async take(piece) {
      waiting += 1;
      port.postMessage(piece satisfies Message, [piece.buffer]);
      if (waiting >= MOST_WAITING)
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
    },
    end() {
      port.postMessage(null satisfies Message);
    },
  };
}

/** SHA-256, lowercase hex, of the `length` bytes that another thread passes in pieces. Errors: `ABORTED`. */
export async function hashFromPort(port: MessagePort, length: number, signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const give = () => reject(aborted());
  signal.addEventListener('abort', give, { once: true });
  if (signal.aborted) give();
  const sink = hashingSink(length);
  port.onmessage = async ({ data }: MessageEvent<Message>) => {
    try {
      if (data === null) return resolve(await sink.hash());
      await sink.take(data);
      port.postMessage(null);
    } catch (error) {
      reject(error);
    }
  };
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', give);
    port.close();
  }
}
