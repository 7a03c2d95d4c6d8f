/** Bytes of a chunk of a stored object, whose hash is in its list of chunks; the last chunk has the rest. */
export const CHUNK_BYTES = 1_048_576;
/** Bytes of a hash in a list of chunks: SHA-256. */
export const CHUNK_HASH_BYTES = 32;

/** Bytes of the list of an object. */
export function chunkListLength(contentLength: number): number {
  return Math.ceil(contentLength / CHUNK_BYTES) * CHUNK_HASH_BYTES;
}
