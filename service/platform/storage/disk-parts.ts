import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { JoiningFile, JoinsAhead } from './joins-ahead.ts';
import { errorCode } from './object-file.ts';
import type { JoinedObject, StoredPart } from './object-storage.ts';
import { StorageRejectionError } from './storage-signature.ts';

/**
 * The parts of objects that are not joined yet: a directory per object with a file per part, `<number>-<length>`. A part
 * gets its name when it is complete. The directory exists from the beginning of the upload to its end, so a part that
 * comes later finds none, and is refused.
 */
export class DiskParts {
  readonly #root: string;
  readonly #temporary: string;
  readonly #ahead: JoinsAhead;

  /** @param temporary on the same file system; what is left there is removed some day */
  constructor(root: string, temporary: string) {
    this.#root = root;
    this.#temporary = temporary;
    this.#ahead = new JoinsAhead(temporary, async (name) =>
      (await this.stored(name)).map((part) => ({ number: part.number, path: this.#path(name, part) })),
    );
  }

  /** @param name of the object, as of all methods */
  async begin(name: string): Promise<void> {
    await mkdir(join(this.#root, name), { mode: 0o700 });
  }

  /** Takes a complete file as a part. @throws StorageRejectionError 404 after the upload has ended */
  async place(temporary: string, name: string, { number, contentLength }: StoredPart): Promise<void> {
    try {
      await rename(temporary, this.#path(name, { number, contentLength }));
    } catch (error) {
      await rm(temporary, { force: true });
      if (errorCode(error) !== 'ENOENT') throw error;
      throw hasEnded();
    }
    this.#ahead.follow(name);
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
    const joining = (await this.#ahead.take(name)) ?? (await JoiningFile.open(this.#temporary));
    try {
      const parts = await this.stored(name);
      if (parts.length < count) throw hasEnded();
      for (const part of parts.slice(joining.count))
        if (!(await joining.append(this.#path(name, part)))) throw hasEnded();
      return { path: joining.path, info: await joining.end(contentType) };
    } catch (error) {
      await joining.discard();
      if (error instanceof StorageRejectionError) return null;
      throw error;
    }
  }

  /** Ends an upload. The name goes first, so that no part can arrive while the files are removed. */
  async remove(name: string): Promise<void> {
    const begun = await this.#ahead.take(name);
    await begun?.discard();
    const removed = join(this.#temporary, randomBytes(16).toString('hex'));
    try {
      await rename(join(this.#root, name), removed);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return;
      throw error;
    }
    await rm(removed, { recursive: true });
  }

  #path(name: string, { number, contentLength }: StoredPart): string {
    return join(this.#root, name, `${number}-${contentLength}`);
  }
}

function hasEnded(): StorageRejectionError {
  return new StorageRejectionError('NO_SUCH_UPLOAD', 'This upload has ended.');
}
