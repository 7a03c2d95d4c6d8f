import { CryptoError } from '#packages/client/crypto/crypto-error.ts';
import { contentSize, type RangedObject, readRange } from '#packages/client/crypto/ranged-object.ts';
import type { RangeAnswer, RangeRequest, RemoteSource } from './byte-source.ts';

/**
 * Gives a worker the ranges of a file that it asks for, verified and decrypted. The key stays here, because the worker reads bytes that
 * may be hostile.
 */
export function answerRanges(object: RangedObject, signal: AbortSignal): RemoteSource {
  const { port1, port2 } = new MessageChannel();
  const answer = (message: RangeAnswer, transfer: Transferable[] = []) =>
    port1.postMessage(message, transfer);
  port1.onmessage = async ({ data: { id, start, end } }: MessageEvent<RangeRequest>) => {
    try {
      const { buffer: bytes } = await readRange(object, start, end - start, { signal });
      answer({ id, bytes }, [bytes]);
    } catch (error) {
      answer({ id, error: error instanceof CryptoError ? error.message : 'The file cannot be read.' });
    }
  };
  signal.addEventListener('abort', () => port1.close(), { once: true });
  return { size: contentSize(object), port: port2 };
}
