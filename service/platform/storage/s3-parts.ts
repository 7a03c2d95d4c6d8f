import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { PartsUpload, StoredPart } from './object-storage.ts';

/** A part with the tag by which the store knows its bytes. */
interface TaggedPart extends StoredPart {
  tag: string | undefined;
}

/** Multipart uploads of S3, at the key where the object is to be. */
export class S3Parts {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async begin(key: string, contentType: string): Promise<string> {
    const command = new CreateMultipartUploadCommand({
      Bucket: this.#bucket,
      Key: key,
      ContentType: contentType,
    });
    const { UploadId } = await this.#client.send(command);
    if (!UploadId) throw new Error('The store gave the upload no id.');
    return UploadId;
  }

  putCommand({ number, contentLength, ...upload }: PartsUpload & StoredPart): UploadPartCommand {
    return new UploadPartCommand({ ...this.#at(upload), PartNumber: number, ContentLength: contentLength });
  }

  /** By number; none when there is no such upload (any more). */
  async stored(upload: PartsUpload): Promise<TaggedPart[]> {
    const parts: TaggedPart[] = [];
    let marker: string | undefined;
    do {
      const command = new ListPartsCommand({ ...this.#at(upload), PartNumberMarker: marker });
      const page = await this.#client.send(command).catch((error: unknown) => {
        if (hasEnded(error)) return null;
        throw error;
      });
      if (page === null) return [];
      for (const { PartNumber = 0, Size = 0, ETag } of page.Parts ?? [])
        parts.push({ number: PartNumber, contentLength: Size, tag: ETag });
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (marker);
    return parts;
  }

  /**
   * @returns false when a part was replaced meanwhile or another call joins them now, so it is to be tried again; true
   * also when there was nothing to join
   */
  async join({ count, ...upload }: PartsUpload & { count: number }): Promise<boolean> {
    const parts = await this.stored(upload);
    if (parts.length < count) return true;
    const command = new CompleteMultipartUploadCommand({
      ...this.#at(upload),
      MultipartUpload: { Parts: parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag })) },
    });
    try {
      await this.#client.send(command);
      return true;
    } catch (error) {
      // Another call has joined them.
      if (hasEnded(error)) return true;
      // The second is what radosgw says of a completion that is under way.
      if (['InvalidPart', 'InternalError'].includes(nameOf(error) ?? '')) return false;
      throw error;
    }
  }

  /** Ends all uploads of a key, also one whose id was lost. */
  async abort(key: string): Promise<void> {
    const { Uploads = [] } = await this.#client.send(
      new ListMultipartUploadsCommand({ Bucket: this.#bucket, Prefix: key }),
    );
    for (const { Key, UploadId = '' } of Uploads) {
      if (Key !== key) continue;
      const command = new AbortMultipartUploadCommand(this.#at({ key, id: UploadId }));
      await this.#client.send(command).catch((error: unknown) => {
        if (!hasEnded(error)) throw error;
      });
    }
  }

  #at({ key, id }: PartsUpload): { Bucket: string; Key: string; UploadId: string } {
    return { Bucket: this.#bucket, Key: key, UploadId: id };
  }
}

/** Ceph's radosgw names the key instead. */
const hasEnded = (error: unknown) => ['NoSuchUpload', 'NoSuchKey'].includes(nameOf(error) ?? '');

function nameOf(error: unknown): string | undefined {
  return error instanceof S3ServiceException ? error.name : undefined;
}
