import { CryptoError } from '#packages/client/crypto/crypto-error.ts';
import { contentSize, type RangedObject, readRange } from '#packages/client/crypto/ranged-object.ts';
import type { ByteSource } from '#packages/formats/source/byte-source.ts';
import { UnreadableFileError } from '#packages/formats/source/unreadable-file-error.ts';

/** A file of which only the ranges that are asked for are fetched, verified and decrypted. */
export function rangedSource(object: RangedObject): ByteSource {
  const size = contentSize(object);
  return {
    size,
    slice: (start, end = size) => ({
      async arrayBuffer(signal) {
        const running = signal ? { signal } : {};
        const { buffer } = await readRange(object, start, end - start, running).catch((error: unknown) => {
          throw error instanceof CryptoError ? new UnreadableFileError(error.message) : error;
        });
        return buffer;
      },
    }),
  };
}
