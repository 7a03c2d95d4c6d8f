import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ChunkHashes } from './chunk-hashes.ts';
import { errorCode, openObjectFile, writeObjectFile } from './object-file.ts';
import type { JoinedObject, StoredPart } from './object-storage.ts';
import { StorageRejectionError } from './storage-signature.ts';

/** Bytes per read when parts are joined. */
const readLength = 1024 * 1024;

/**
 * The parts of objects that are not joined yet: a directory per object with a file per part, `<number>-<length>`. A part
 * gets its name when it is complete. The directory exists from the beginning of the upload to its end, so a part that
 * comes later finds none, and is refused.
 */
export class DiskParts {
  readonly #root: string;
  readonly #temporary: string;

  /** @param temporary on the same file system; what is left there is removed some day */
  constructor(root: string, temporary: string) {
    this.#root = root;
    this.#temporary = temporary;
  }

  /** @param name of the object, as of all methods */
  async begin(name: string): Promise<void> {
    await mkdir(join(this.#root, name), { mode: 0o700 });
  }

  /** Takes a complete file as a part. @throws StorageRejectionError 404 after the upload has ended */
  async place(temporary: string, name: string, { number, contentLength }: StoredPart): Promise<void> {
    try {
      await rename(temporary, join(this.#root, name, `${number}-${contentLength}`));
    } catch (error) {
      await rm(temporary, { force: true });
      if (errorCode(error) !== 'ENOENT') throw error;
      throw hasEnded();
    }
  }

  /** By number. */
  async stored(name: string): Promise<StoredPart[]> {
    const files = await readdir(join(this.#root, name)).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    });
    return files
      .map((file) => file.split('-').map(Number))
      .map(([number = 0, contentLength = 0]) => ({ number, contentLength }))
      .sort((a, b) => a.number - b.number);
  }

  /**
   * Writes the parts from 1 to `count` into one object file, hashed on the way.
   * @returns its path and hashes; `null` when a part is missing, or the upload ends meanwhile
   */
  async write(
    name: string,
    { contentType, count }: { contentType: string; count: number },
  ): Promise<{ path: string; info: JoinedObject } | null> {
    const parts = await this.stored(name);
    if (parts.length < count) return null;
    const contentLength = parts.reduce((sum, part) => sum + part.contentLength, 0);
    try {
      const object = { contentType, contentLength };
      const body = this.#read(name, parts);
      const chunks = new ChunkHashes();
      const { path, info } = await writeObjectFile(this.#temporary, object, body, {
        takesChunks: true,
        chunks,
      });
      return { path, info: { ...info, chunks: chunks.list() } };
    } catch (error) {
      if (error instanceof StorageRejectionError) return null;
      throw error;
    }
  }

  async *#read(name: string, parts: StoredPart[]): AsyncGenerator<Uint8Array> {
    for (const { number, contentLength } of parts) {
      const path = join(this.#root, name, `${number}-${contentLength}`);
      const part = await openObjectFile(path);
      if (part === null) throw hasEnded();
      // Closes the file at its end, and when the reader stops.
      yield* part.file.createReadStream({ start: 0, end: contentLength - 1, highWaterMark: readLength });
    }
  }

  /** Ends an upload. The name goes first, so that no part can arrive while the files are removed. */
  async remove(name: string): Promise<void> {
    const removed = join(this.#temporary, randomBytes(16).toString('hex'));
    try {
      await rename(join(this.#root, name), removed);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return;
      throw error;
    }
    await rm(removed, { recursive: true });
  }
}

function hasEnded(): StorageRejectionError {
  return new StorageRejectionError('NO_SUCH_UPLOAD', 'This upload has ended.');
}
