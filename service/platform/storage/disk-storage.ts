import { access, constants, link, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { SigningKeys } from '../config/secrets.ts';
import { ChunkHashes } from './chunk-hashes.ts';
import { DiskParts } from './disk-parts.ts';
import {
  errorCode,
  makeDirectory,
  type OpenObject,
  objectStream,
  openObjectFile,
  syncDirectory,
  toRefusal,
  writeObjectFile,
} from './object-file.ts';
import {
  assertContentType,
  assertObjectKey,
  assertPartsKey,
  digestOfKey,
  isObjectKey,
  partsPrefix,
  publicPrefix,
} from './object-key.ts';
import type {
  JoinedObject,
  ObjectStorage,
  PresignedPut,
  SealedObject,
  StoredPart,
} from './object-storage.ts';
import { type StorageGrant, StorageRejectionError, StorageSigner } from './storage-signature.ts';

export interface DiskStorageOptions {
  dataDir: string;
  /** URL of the storage routes, without a trailing slash, e.g. `http://127.0.0.1:4000/storage`. */
  baseUrl: string;
  /** At least 32 bytes, the same for every process that shares the directory. */
  signingKeys: SigningKeys;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/** Of a part alone. The object has the type of the whole. */
const partType = 'application/octet-stream';

const leftoverAgeMs = 24 * 60 * 60 * 1000;

/**
 * Stores objects as files under `<dataDir>/objects`. Clients reach them by HMAC-signed URLs through the storage routes.
 */
export class DiskStorage implements ObjectStorage {
  readonly #root: string;
  readonly #temporary: string;
  readonly #used: string;
  readonly #withdrawn: string;
  readonly #partsRoot: string;
  readonly #parts: DiskParts;
  readonly #baseUrl: string;
  readonly #signer: StorageSigner;
  readonly #now: () => number;

  constructor(options: DiskStorageOptions) {
    this.#root = join(options.dataDir, 'objects');
    this.#temporary = join(this.#root, 'temporary');
    this.#used = join(this.#root, 'used');
    this.#withdrawn = join(this.#root, 'withdrawn');
    this.#partsRoot = join(this.#root, 'parts');
    this.#parts = new DiskParts(this.#partsRoot, this.#temporary);
    this.#baseUrl = options.baseUrl;
    this.#signer = new StorageSigner(options.signingKeys);
    this.#now = options.now ?? Date.now;
  }

  /** Creates the directories and removes files of interrupted uploads. Call once before the first use. */
  async open(): Promise<void> {
    await makeDirectory(this.#withdrawn);
    await makeDirectory(this.#partsRoot);
    for (const directory of [this.#temporary, this.#used]) {
      await makeDirectory(directory);
      for (const name of await readdir(directory)) {
        const path = join(directory, name);
        const age = this.#now() - ((await stat(path).catch(() => null))?.mtimeMs ?? this.#now());
        if (age > leftoverAgeMs) await rm(path, { recursive: true }).catch(() => {});
      }
    }
  }

  async presignPut(upload: Parameters<ObjectStorage['presignPut']>[0]): Promise<PresignedPut> {
    const { key, contentType, contentLength, singleUse = false } = upload;
    assertObjectKey(key);
    assertContentType(contentType);
    if (!Number.isSafeInteger(contentLength) || contentLength < 0)
      throw new TypeError('Not a content length.');
    const expires = upload.expiresAt.getTime();
    if (singleUse && expires > this.#now() + leftoverAgeMs)
      throw new TypeError('A single-use URL must expire within a day.');
    return this.#put({ method: 'PUT', key, contentType, contentLength, expires, singleUse });
  }

  async presignGet(download: Parameters<ObjectStorage['presignGet']>[0]): Promise<string> {
    const { key, contentType } = download;
    assertObjectKey(key);
    assertContentType(contentType);
    const fileName = download.fileName.toWellFormed();
    const expires = download.expiresAt.getTime();
    const query = this.#signer.query({ method: 'GET', key, contentType, fileName, expires });
    return `${this.#baseUrl}/${key}?${query}`;
  }

  publicUrl(key: string): string {
    assertObjectKey(key);
    if (!key.startsWith(publicPrefix))
      throw new TypeError(`Only keys under ${publicPrefix} have a public URL.`);
    return `${this.#baseUrl}/${key}`;
  }

  async answers(): Promise<void> {
    await access(this.#temporary, constants.R_OK | constants.W_OK);
  }

  /** Returns what a request may do here. @throws StorageRejectionError 403 */
  authorize(method: 'PUT' | 'GET', key: string, query: URLSearchParams): StorageGrant {
    if (!isObjectKey(key)) throw new StorageRejectionError('SIGNATURE_MISMATCH', 'This URL is not signed.');
    return this.#signer.verify(method, key, query, this.#now());
  }

  /**
   * Stores an authorized upload. It takes over the chunks of the body, which are empty afterwards.
   * @throws StorageRejectionError 400 for a short body, 403 for a long one, 412 for a second use, 507 when the disk is
   * full
   */
  async receive(
    grant: StorageGrant & { method: 'PUT' },
    body: AsyncIterable<Uint8Array>,
  ): Promise<SealedObject> {
    const { key, contentType, contentLength } = grant;
    try {
      const written = await writeObjectFile(this.#temporary, { contentType, contentLength }, body, {
        takesChunks: true,
      });
      if (grant.part !== undefined) {
        await this.#parts.place(written.path, digestOfKey(key), { number: grant.part, contentLength });
        return written.info;
      }
      if (grant.singleUse) await this.#claimSingleUse(key, written.path);
      await this.#place(written.path, key);
      return written.info;
    } catch (error) {
      throw toRefusal(error, contentLength);
    }
  }

  /** An object open for reading; the caller closes `file`. */
  async openObject(key: string): Promise<OpenObject | null> {
    assertObjectKey(key);
    return openObjectFile(this.#path(key));
  }

  async head(key: string): Promise<SealedObject | null> {
    const object = await this.openObject(key);
    await object?.file.close();
    return object?.info ?? null;
  }

  async seal({ from, to }: { from: string; to: string }): Promise<SealedObject | null> {
    assertObjectKey(from);
    assertObjectKey(to);
    const target = this.#path(to);
    await makeDirectory(dirname(target));
    try {
      // A second name for the same file that was hashed on arrival. Later uploads create other files.
      await link(this.#path(from), target);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST' && errorCode(error) !== 'ENOENT') throw error;
    }
    const sealed = await this.head(to);
    if (sealed === null) return null;
    await syncDirectory(dirname(target));
    await this.delete(from);
    return sealed;
  }

  async beginParts({ key }: { key: string }): Promise<string> {
    assertPartsKey(key);
    await this.#parts.begin(digestOfKey(key));
    return key;
  }

  async presignPart(part: Parameters<ObjectStorage['presignPart']>[0]): Promise<PresignedPut> {
    const { key, number, contentLength } = part;
    assertPartsKey(key);
    const of = { key, contentType: partType, contentLength, part: number, singleUse: false };
    return this.#put({ method: 'PUT', ...of, expires: part.expiresAt.getTime() });
  }

  async storedParts({ key }: { key: string }): Promise<StoredPart[]> {
    assertPartsKey(key);
    return this.#parts.stored(digestOfKey(key));
  }

  /**
   * Copies the parts into one object file and hashes it on the way. They are removed when it has its name, so whatever
   * is interrupted can be repeated. If two calls copy at once, the first to end decides.
   */
  async joinParts(upload: Parameters<ObjectStorage['joinParts']>[0]): Promise<JoinedObject | null> {
    const { key, contentType, count } = upload;
    assertPartsKey(key);
    const name = digestOfKey(key);
    if (await this.head(key)) return this.#joined(key, name);
    const written = await this.#parts.write(name, { contentType, count });
    // They are gone as well when another call has joined them meanwhile.
    if (written === null) return (await this.head(key)) && this.#joined(key, name);
    await this.#placeOnce(written.path, key);
    return this.#joined(key, name, written.info);
  }

  /** Ends an upload whose object has its name. @param written what this call has written, unless another one was first */
  async #joined(key: string, name: string, written?: JoinedObject): Promise<JoinedObject | null> {
    await syncDirectory(dirname(this.#path(key)));
    await this.#parts.remove(name);
    const info = await this.head(key);
    if (info === null) return null;
    if (info.sha256 === written?.sha256) return written;
    const chunks = new ChunkHashes();
    for await (const bytes of (await this.read(key)) ?? []) chunks.update(bytes);
    return { ...info, chunks: chunks.list() };
  }

  async copy({ from, to }: { from: string; to: string }): Promise<boolean> {
    assertObjectKey(from);
    assertObjectKey(to);
    const target = this.#path(to);
    await makeDirectory(dirname(target));
    const sources = [this.#path(from), this.#withdrawnPath(from)];
    for (const source of sources) {
      try {
        // A second name for the same file, which is never written again.
        await link(source, target);
      } catch (error) {
        if (errorCode(error) === 'ENOENT') continue;
        if (errorCode(error) !== 'EEXIST') throw error;
      }
      await syncDirectory(dirname(target));
      return true;
    }
    return false;
  }

  async read(key: string): Promise<Readable | null> {
    const object = (await this.openObject(key)) ?? (await openObjectFile(this.#withdrawnPath(key)));
    if (object === null) return null;
    return objectStream(object, 0, object.info.contentLength);
  }

  async put(object: Parameters<ObjectStorage['put']>[0]): Promise<SealedObject> {
    assertObjectKey(object.key);
    assertContentType(object.contentType);
    const { contentType, body } = object;
    const { stream, contentLength } =
      body instanceof Uint8Array ? { stream: Readable.from([body]), contentLength: body.length } : body;
    const written = await writeObjectFile(this.#temporary, { contentType, contentLength }, stream);
    await this.#place(written.path, object.key);
    await syncDirectory(dirname(this.#path(object.key)));
    return written.info;
  }

  async withdraw(key: string): Promise<void> {
    assertObjectKey(key);
    await ignoreAbsence(rename(this.#path(key), this.#withdrawnPath(key)));
  }

  async delete(key: string): Promise<void> {
    assertObjectKey(key);
    await ignoreAbsence(unlink(this.#path(key)));
    await ignoreAbsence(unlink(this.#withdrawnPath(key)));
    if (key.startsWith(partsPrefix)) await this.#parts.remove(digestOfKey(key));
  }

  #put(grant: StorageGrant & { method: 'PUT' }): PresignedPut {
    const url = `${this.#baseUrl}/${grant.key}?${this.#signer.query(grant)}`;
    return { url, method: 'PUT', headers: [{ key: 'Content-Type', value: grant.contentType }] };
  }

  async #place(temporary: string, key: string): Promise<void> {
    const path = this.#path(key);
    await makeDirectory(dirname(path));
    await rename(temporary, path);
  }

  /** Keeps the object that is there, if there is one. */
  async #placeOnce(temporary: string, key: string): Promise<void> {
    const path = this.#path(key);
    await makeDirectory(dirname(path));
    try {
      await link(temporary, path);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    } finally {
      await unlink(temporary);
    }
  }

  async #claimSingleUse(key: string, temporary: string): Promise<void> {
    try {
      await (await open(join(this.#used, digestOfKey(key)), 'wx', 0o600)).close();
    } catch (error) {
      await unlink(temporary);
      if (errorCode(error) !== 'EEXIST') throw error;
      throw new StorageRejectionError(
        'URL_ALREADY_USED',
        'This upload URL was already used. Request a new one.',
      );
    }
  }

  /**
   * Named by the key's hash: no key can leave the directory, collide in another letter case, or be too long for a file
   * system.
   */
  #path(key: string): string {
    const name = digestOfKey(key);
    return join(this.#root, name.slice(0, 2), name);
  }

  #withdrawnPath(key: string): string {
    return join(this.#withdrawn, digestOfKey(key));
  }
}

async function ignoreAbsence(change: Promise<void>): Promise<void> {
  await change.catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}
