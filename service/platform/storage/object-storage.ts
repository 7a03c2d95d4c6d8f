import type { Readable } from 'node:stream';

/** A header of an upload, as `initiateCreateOrUpdateFile` returns it. */
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
  /** Hash of the stored bytes, lowercase hex without prefix. */
  sha256: string;
}

export interface JoinedObject extends SealedObject {
  /** SHA-256 of each MiB of the stored bytes, one after the other. */
  chunks: Uint8Array;
}

/** Bytes in memory, or a stream of a known length. */
export type ObjectBody = Uint8Array | { stream: Readable; contentLength: number };

/** An object that is being sent in parts: its key, and the name that the store gave this upload. */
export interface PartsUpload {
  key: string;
  id: string;
}

/** A part that the store has as a whole. */
export interface StoredPart {
  /** From 1. */
  number: number;
  /** Bytes. */
  contentLength: number;
}

/**
 * Stores the bytes of files. Keys are chosen by the service, never by a caller (`object-key.ts`). Objects are replaced
 * as a whole; a reader never sees a part of one.
 */
export interface ObjectStorage {
  /**
   * Returns a URL that stores exactly `contentLength` bytes of type `contentType` under `key` until `expiresAt`. It may
   * be used repeatedly until then, replacing the object (see `seal`), unless `singleUse` is set: then a second use gets
   * 412.
   */
  presignPut(upload: {
    key: string;
    contentType: string;
    contentLength: number;
    expiresAt: Date;
    singleUse?: boolean;
  }): Promise<PresignedPut>;

  /**
   * Returns a URL that downloads `key` until `expiresAt` as an attachment named `fileName`, served as `contentType` and
   * never executable in the storage's origin.
   */
  presignGet(download: {
    key: string;
    contentType: string;
    fileName: string;
    expiresAt: Date;
  }): Promise<string>;

  /** Returns the permanent URL of a public object. Only for keys under `public/`. */
  publicUrl(key: string): string;

  head(key: string): Promise<ObjectInfo | null>;

  /** Resolves when objects can be reached. A missing object counts as reached; a missing bucket or directory does not. */
  answers(): Promise<void>;

  /**
   * Moves the upload at `from` to `to`, durably, and returns its hash. Later uploads cannot change `to`. A repeated
   * call returns the first result. `null` when nothing was uploaded.
   */
  seal(move: { from: string; to: string }): Promise<SealedObject | null>;

  /**
   * Begins an object whose bytes arrive in parts, in any order. Only for keys under `parts/` that had no object.
   * @returns the `id` of a `PartsUpload`
   */
  beginParts(object: { key: string; contentType: string }): Promise<string>;

  /**
   * Returns a URL that stores one part of exactly `contentLength` bytes until `expiresAt`. It may be used repeatedly,
   * replacing the part, until the parts are joined; then it gets 404.
   */
  presignPart(part: PartsUpload & StoredPart & { expiresAt: Date }): Promise<PresignedPut>;

  /** The parts that have arrived, by number; none when they were joined or deleted. */
  storedParts(upload: PartsUpload): Promise<StoredPart[]>;

  /**
   * Makes the parts from 1 to `count` one object under their key, durably, and returns its hashes. No part can change it
   * afterwards. A repeated call returns the first result. `null` when a part is missing.
   */
  joinParts(upload: PartsUpload & { contentType: string; count: number }): Promise<JoinedObject | null>;

  /** Returns the bytes of an object, even of a withdrawn one. */
  read(key: string): Promise<Readable | null>;

  /** Stores bytes that the service made, durably. Replaces an existing object. */
  put(object: { key: string; contentType: string; body: ObjectBody }): Promise<SealedObject>;

  /**
   * Disables every URL of an object at once, including those signed before. `read` still returns its bytes until it is
   * deleted. Withdrawing a missing object succeeds.
   */
  withdraw(key: string): Promise<void>;

  /**
   * Copies an object to a key that no URL was signed for, within the store, durably. Repeating it succeeds.
   * @returns whether there was an object
   */
  copy(objects: { from: string; to: string }): Promise<boolean>;

  /**
   * Deletes an object, withdrawn or not, and parts that were never joined. Deleting a missing object succeeds. Of an
   * object in parts nothing may be sent or joined at the same time.
   */
  delete(key: string): Promise<void>;
}
