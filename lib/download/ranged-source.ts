import { CryptoError } from '@labroom/client/crypto/crypto-error';
import { contentSize, type RangedObject, readRange } from '@labroom/client/crypto/ranged-object';
import type { ByteSource } from '@labroom/formats/source/byte-source';
import { UnreadableFileError } from '@labroom/formats/source/unreadable-file-error';

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
