import type { Readable } from 'node:stream';
import { GetObjectCommand, NoSuchKey, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type S3Account, s3Client } from '#platform/storage/s3-client.ts';
import type { BackupPlace } from './backup-place.ts';

/** A bucket, or what is under a prefix of it. */
export class S3Place implements BackupPlace {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  /** @param prefix without `/` at its ends; empty for the whole bucket */
  constructor({ bucket, ...account }: S3Account & { bucket: string }, prefix: string) {
    this.#client = s3Client(account);
    this.#bucket = bucket;
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
  }

  async *list(prefix: string): AsyncGenerator<string> {
    const pages = paginateListObjectsV2(
      { client: this.#client },
      { Bucket: this.#bucket, Prefix: this.#prefix + prefix },
    );
    for await (const { Contents = [] } of pages)
      for (const { Key } of Contents) if (Key) yield Key.slice(this.#prefix.length);
  }

  async write(name: string, body: Readable): Promise<void> {
    const params = { Bucket: this.#bucket, Key: this.#prefix + name, Body: body };
    await new Upload({ client: this.#client, params }).done();
  }

  async read(name: string): Promise<Readable | null> {
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: this.#prefix + name }),
      );
      return (Body as Readable | undefined) ?? null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }
}
