import { createHash } from 'node:crypto';
import { CHUNK_BYTES } from '@labroom/protocol/chunk-list';

/** SHA-256 of each MiB of an object, whose bytes come in pieces of any size. */
export class ChunkHashes {
  readonly #hashes: Buffer[] = [];
  #hash = createHash('sha256');
  #filled = 0;

  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + CHUNK_BYTES - this.#filled);
      this.#hash.update(piece);
      this.#filled += piece.length;
      at += piece.length;
      if (this.#filled === CHUNK_BYTES) this.#end();
    }
  }

  /** All hashes, one after the other. Nothing can be added afterwards. */
  list(): Buffer {
    if (this.#filled > 0) this.#end();
    return Buffer.concat(this.#hashes);
  }

  #end(): void {
    this.#hashes.push(this.#hash.digest());
    this.#hash = createHash('sha256');
    this.#filled = 0;
  }
}
