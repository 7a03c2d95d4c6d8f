import type { UploadCheckpoint } from '#packages/client/upload/upload-file.ts';
import type { ExistingFile, QueuePorts } from '#packages/client/upload/upload-ports.ts';

/** An upload that was queued in this browser. It holds nothing secret: the data room shows all of it publicly. */
export interface RememberedUpload {
  size: number;
  /** `null` until the upload is finished. */
  done: { did: string; version: number; contentHash: string } | null;
}

/** Uploads of one lab by path, remembered across reloads. */
export interface UploadMemory {
  recall(path: string): RememberedUpload | undefined;
  remember(uploads: Iterable<readonly [path: string, upload: RememberedUpload]>): void;
  forget(paths: readonly string[]): void;
  /** Paths that were queued and never finished. */
  unfinished(): string[];
}

/** SHA-256 of the uploaded plaintext, lowercase hex. */
export function plaintextHashOf({ sealed, sentHash = '' }: UploadCheckpoint): string {
  const hash = sealed?.encryptionMetadata.contentHash ?? sentHash;
  return hash.replace(/^sha256[:-]/, '');
}

/**
 * Whether a file that is dropped again equals, byte for byte, the current version at its path, which was uploaded from
 * this browser. Errors: `CryptoError`.
 */
export async function isUploadedAlready(
  { crypto }: Pick<QueuePorts, 'crypto'>,
  file: File,
  existing: ExistingFile,
  remembered: RememberedUpload | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  return mayBeUploaded(file, existing, remembered)
    ? (await crypto.hash(file, { signal })) === remembered?.done?.contentHash
    : false;
}

/** A first check by metadata, without reading the file. */
export function mayBeUploaded(
  file: Pick<File, 'size'>,
  existing: ExistingFile,
  remembered: RememberedUpload | undefined,
): boolean {
  const done = remembered?.done;
  if (!done || remembered.size !== file.size) return false;
  return done.did === existing.did && done.version === existing.version;
}
