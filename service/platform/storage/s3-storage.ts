import { createHash, type Hash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { ChunkHashes } from './chunk-hashes.ts';
import { contentDisposition } from './content-disposition.ts';
import {
  assertContentType,
  assertObjectKey,
  assertPartsKey,
  partsPrefix,
  publicPrefix,
} from './object-key.ts';
import type {
  JoinedObject,
  ObjectInfo,
  ObjectStorage,
  PartsUpload,
  PresignedPut,
  SealedObject,
  StoredPart,
} from './object-storage.ts';
import { type S3Account, s3Client } from './s3-client.ts';
import { S3Parts } from './s3-parts.ts';
import { signing, validity } from './s3-signing.ts';

export interface S3StorageOptions extends S3Account {
  bucket: string;
  /** Base URL of objects under `public/`, e.g. of a CDN in front of the bucket. Without a trailing slash. */
  publicBaseUrl: string;
}

const withdrawnKey = (key: string) => `withdrawn/${key}`;

interface NewObject {
  key: string;
  contentType: string;
  body: Uint8Array | Readable;
  contentLength?: number;
}

/** Number and delay of retries of a write that conflicted with another one. */
const maxTries = 10;
const conflictMs = 100;
const maxJoinPauseMs = 5_000;

/** Stays at the key of a sealed upload until it is deleted, so that a single-use URL cannot be used again. */
const sealedType = 'application/x-sealed';

/**
 * Stores objects in any S3-compatible store with conditional writes (`If-None-Match`, RFC 9110, 13.1.2). Clients talk
 * to the store directly; the service reads the bytes only to hash them at a seal.
 */
export class S3Storage implements ObjectStorage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #publicBaseUrl: string;
  readonly #parts: S3Parts;

  constructor({ bucket, publicBaseUrl, ...account }: S3StorageOptions) {
    this.#client = s3Client(account);
    this.#parts = new S3Parts(this.#client, bucket);
    this.#bucket = bucket;
    this.#publicBaseUrl = publicBaseUrl;
  }

  async presignPut(upload: Parameters<ObjectStorage['presignPut']>[0]): Promise<PresignedPut> {
    const { key, contentType, contentLength, expiresAt, singleUse = false } = upload;
    assertObjectKey(key);
    assertContentType(contentType);
    if (!Number.isSafeInteger(contentLength) || contentLength < 0)
      throw new TypeError('Not a content length.');
    const command = new PutObjectCommand({
      ...this.#at(key),
      ContentType: contentType,
      ContentLength: contentLength,
      ...(singleUse && { IfNoneMatch: '*' }),
    });
    const signed = ['content-type', 'content-length', ...(singleUse ? ['if-none-match'] : [])];
    const url = await getSignedUrl(this.#client, command, signing(expiresAt, signed));
    const headers = [{ key: 'Content-Type', value: contentType }];
    if (singleUse) headers.push({ key: 'If-None-Match', value: '*' });
    return { url, method: 'PUT', headers };
  }

  async presignGet(download: Parameters<ObjectStorage['presignGet']>[0]): Promise<string> {
    const { key, contentType, fileName, expiresAt } = download;
    assertObjectKey(key);
    assertContentType(contentType);
    const command = new GetObjectCommand({
      ...this.#at(key),
      ResponseContentType: contentType,
      ResponseContentDisposition: contentDisposition(fileName),
    });
    return getSignedUrl(this.#client, command, validity(expiresAt));
  }

  publicUrl(key: string): string {
    assertObjectKey(key);
    if (!key.startsWith(publicPrefix))
      throw new TypeError(`Only keys under ${publicPrefix} have a public URL.`);
    return `${this.#publicBaseUrl}/${key}`;
  }

  async head(key: string): Promise<ObjectInfo | null> {
    assertObjectKey(key);
    const object = await absentAsNull(this.#client.send(new HeadObjectCommand(this.#at(key))));
    if (object === null || object.ContentType === sealedType) return null;
    return { contentLength: object.ContentLength ?? 0, contentType: object.ContentType ?? '' };
  }

  /**
   * Uses GET, because only a body distinguishes a missing object from a missing bucket, and it needs no further
   * permission.
   */
  async answers(): Promise<void> {
    await this.#client.send(new GetObjectCommand(this.#at('readiness'))).catch((error: unknown) => {
      if (!(error instanceof S3ServiceException && error.name === 'NoSuchKey')) throw error;
    });
  }

  /**
   * The first caller copies, only if there is nothing at `to`, and hashes on the way; every other caller hashes what is
   * stored. So the hash matches the stored bytes, whatever is uploaded meanwhile.
   */
  async seal({ from, to }: { from: string; to: string }): Promise<SealedObject | null> {
    assertObjectKey(from);
    assertObjectKey(to);
    const sealed = (await this.#hash(to)) ?? (await this.#copyOnce(from, to)) ?? (await this.#hash(to));
    if (sealed) await this.#write({ key: from, contentType: sealedType, body: new Uint8Array() });
    return sealed;
  }

  async beginParts({ key, contentType }: { key: string; contentType: string }): Promise<string> {
    assertPartsKey(key);
    assertContentType(contentType);
    return this.#parts.begin(key, contentType);
  }

  async presignPart(part: Parameters<ObjectStorage['presignPart']>[0]): Promise<PresignedPut> {
    assertPartsKey(part.key);
    const command = this.#parts.putCommand(part);
    const url = await getSignedUrl(this.#client, command, signing(part.expiresAt, ['content-length']));
    return { url, method: 'PUT', headers: [{ key: 'Content-Type', value: 'application/octet-stream' }] };
  }

  async storedParts({ key, id }: PartsUpload): Promise<StoredPart[]> {
    assertPartsKey(key);
    const parts = await this.#parts.stored({ key, id });
    return parts.map(({ number, contentLength }) => ({ number, contentLength }));
  }

  /** The store joins parts by the tags that it listed, so none can change unnoticed. The whole is hashed afterwards. */
  async joinParts(upload: Parameters<ObjectStorage['joinParts']>[0]): Promise<JoinedObject | null> {
    assertPartsKey(upload.key);
    const joined = await this.#hashChunks(upload.key);
    if (joined) return joined;
    for (let tries = 0; !(await this.#parts.join(upload)); tries += 1) {
      if (tries === maxTries) throw new Error('The store did not join the parts.');
      await pause(Math.min(conflictMs * 2 ** tries, maxJoinPauseMs));
    }
    return this.#hashChunks(upload.key);
  }

  async read(key: string): Promise<Readable | null> {
    const object = (await this.#open(key)) ?? (await this.#open(withdrawnKey(key)));
    return object?.body ?? null;
  }

  async put(object: Parameters<ObjectStorage['put']>[0]): Promise<SealedObject> {
    const { key, contentType, body } = object;
    assertObjectKey(key);
    assertContentType(contentType);
    if (body instanceof Uint8Array) {
      await this.#write({ key, contentType, body });
      return { contentType, contentLength: body.length, sha256: sha256().update(body).digest('hex') };
    }
    const hash = sha256();
    const { contentLength } = body;
    await this.#write({ key, contentType, contentLength, body: body.stream.pipe(new HashingStream(hash)) });
    return { contentType, contentLength, sha256: hash.digest('hex') };
  }

  /** S3 has no rename: the store copies the object to a key without any signed URL, then the original is deleted. */
  async withdraw(key: string): Promise<void> {
    assertObjectKey(key);
    if (await this.#copyWithin(key, withdrawnKey(key)))
      await this.#client.send(new DeleteObjectCommand(this.#at(key)));
  }

  async copy({ from, to }: { from: string; to: string }): Promise<boolean> {
    assertObjectKey(from);
    assertObjectKey(to);
    return (await this.#copyWithin(from, to)) || this.#copyWithin(withdrawnKey(from), to);
  }

  async #copyWithin(from: string, to: string): Promise<boolean> {
    const CopySource = `${this.#bucket}/${from}`;
    const command = new CopyObjectCommand({ ...this.#at(to), CopySource });
    return (await absentAsNull(this.#client.send(command))) !== null;
  }

  async delete(key: string): Promise<void> {
    assertObjectKey(key);
    const keys = [key, withdrawnKey(key)];
    await Promise.all(keys.map((one) => this.#client.send(new DeleteObjectCommand(this.#at(one)))));
    if (key.startsWith(partsPrefix)) await this.#parts.abort(key);
  }

  /** `null` when there is nothing to copy, or already an object at `to`. */
  async #copyOnce(from: string, to: string, triesLeft = maxTries): Promise<SealedObject | null> {
    const source = await this.#open(from);
    if (source === null) return null;
    const { contentType, contentLength } = source;
    const hash = sha256();
    const body = source.body.pipe(new HashingStream(hash));
    source.body.once('error', (error) => body.destroy(error));
    try {
      await this.#client.send(
        new PutObjectCommand({
          ...this.#at(to),
          Body: body,
          ContentType: contentType,
          ContentLength: contentLength,
          IfNoneMatch: '*',
        }),
      );
      return { contentType, contentLength, sha256: hash.digest('hex') };
    } catch (error) {
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
      if (status === 412) return null;
      // A concurrent write conflicted, and its outcome is unknown.
      if (status !== 409 || triesLeft === 0) throw error;
    } finally {
      source.body.destroy();
    }
    await pause(conflictMs);
    return (await this.#hash(to)) ?? this.#copyOnce(from, to, triesLeft - 1);
  }

  async #hashChunks(key: string): Promise<JoinedObject | null> {
    const chunks = new ChunkHashes();
    const object = await this.#hash(key, chunks);
    return object && { ...object, chunks: chunks.list() };
  }

  async #hash(key: string, chunks?: ChunkHashes): Promise<SealedObject | null> {
    const object = await this.#open(key);
    if (object === null) return null;
    const { contentType, contentLength, body } = object;
    const hash = sha256();
    for await (const bytes of body) {
      hash.update(bytes);
      chunks?.update(bytes);
    }
    return { contentType, contentLength, sha256: hash.digest('hex') };
  }

  async #open(key: string): Promise<(ObjectInfo & { body: Readable }) | null> {
    assertObjectKey(key);
    const object = await absentAsNull(this.#client.send(new GetObjectCommand(this.#at(key))));
    if (!(object?.Body instanceof Readable)) return null;
    if (object.ContentType === sealedType) {
      object.Body.resume();
      return null;
    }
    const { ContentLength: contentLength = 0, ContentType: contentType = '' } = object;
    return { body: object.Body, contentLength, contentType };
  }

  async #write({ key, contentType, ...rest }: NewObject): Promise<void> {
    const { body, contentLength } = rest;
    await this.#client.send(
      new PutObjectCommand({
        ...this.#at(key),
        Body: body,
        ContentType: contentType,
        ...(contentLength !== undefined && { ContentLength: contentLength }),
      }),
    );
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: key };
  }
}

const sha256 = () => createHash('sha256');

/** Passes bytes on and hashes them. */
class HashingStream extends Transform {
  constructor(hash: Hash) {
    super({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
  }
}

async function absentAsNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
    throw error;
  });
}
