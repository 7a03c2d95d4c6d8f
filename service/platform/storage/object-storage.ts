import type { Readable } from 'node:stream';

/** A header of an upload, in the shape that `initiateCreateOrUpdateFile` hands to the client. */
export interface UploadHeader {
  key: string;
  value: string;
}

export interface PresignedPut {
  url: string;
  method: 'PUT';
  /** Must be sent exactly as given. */
  headers: UploadHeader[];
}

export interface ObjectInfo {
  /** Bytes. */
  contentLength: number;
  contentType: string;
}

export interface SealedObject extends ObjectInfo {
  /** Of the stored bytes, lowercase hex without prefix. */
  sha256: string;
}

/** Bytes at hand, or a stream of a known length. */
export type ObjectBody = Uint8Array | { stream: Readable; contentLength: number };

/**
 * Where the bytes of files live. Keys are chosen by the service, never by a caller (`object-key.ts`). Objects are
 * replaced whole or not at all; a reader never sees a part of one.
 */
export interface ObjectStorage {
  /**
   * A URL that stores exactly `contentLength` bytes of type `contentType` under `key` until `expiresAt`. It may be used
   * again until then, replacing the object (hence `seal`), unless `singleUse` is set: then a second use gets 412.
   */
  presignPut(upload: {
    key: string;
    contentType: string;
    contentLength: number;
    expiresAt: Date;
    singleUse?: boolean;
  }): Promise<PresignedPut>;

  /**
   * A URL that downloads `key` until `expiresAt` as an attachment named `fileName`, served as `contentType` and never
   * executable in the storage's origin.
   */
  presignGet(download: {
    key: string;
    contentType: string;
    fileName: string;
    expiresAt: Date;
  }): Promise<string>;

  /** The address without expiry of an object that everybody may read. Only for keys under `public/`. */
  publicUrl(key: string): string;

  head(key: string): Promise<ObjectInfo | null>;

  /** Resolves when objects can be reached at all. That one is absent proves it, unless what holds them is absent too. */
  answers(): Promise<void>;

  /**
   * Moves what was uploaded at `from` to `to`, durably, and tells its hash. Uploads that come after it cannot touch `to`.
   * Called again it gives the first result. `null` when nothing was uploaded.
   */
  seal(move: { from: string; to: string }): Promise<SealedObject | null>;

  /** The bytes of an object, also of a withdrawn one. */
  read(key: string): Promise<Readable | null>;

  /** Stores bytes that the service itself made, durably. Replaces what was there. */
  put(object: { key: string; contentType: string; body: ObjectBody }): Promise<SealedObject>;

  /**
   * Stops every URL of an object at once, also those that were signed before, and keeps its bytes for `read` until it is
   * deleted. Withdrawing what is not there is fine.
   */
  withdraw(key: string): Promise<void>;

  /** Removes an object, withdrawn or not. Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
}
