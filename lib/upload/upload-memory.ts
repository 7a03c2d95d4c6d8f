import type { UploadCheckpoint } from '#packages/client/upload/upload-file.ts';
import type { ExistingFile, QueuePorts } from '#packages/client/upload/upload-ports.ts';

/** An upload that was queued in this browser. Nothing of it is secret: the data room tells all of it to everyone. */
export interface RememberedUpload {
  size: number;
  /** `null` until it is finished. */
  done: { did: string; version: number; contentHash: string } | null;
}

/** What a reload must not make people do twice, of one lab, by path. */
export interface UploadMemory {
  recall(path: string): RememberedUpload | undefined;
  remember(uploads: Iterable<readonly [path: string, upload: RememberedUpload]>): void;
  forget(paths: readonly string[]): void;
  /** Paths that were queued and never finished. */
  unfinished(): string[];
}

/** SHA-256 of the plaintext of what a checkpoint sent, lowercase hex. */
export function plaintextHashOf({ sealed, sentHash = '' }: UploadCheckpoint): string {
  const hash = sealed?.encryptionMetadata.contentHash ?? sentHash;
  return hash.replace(/^sha256[:-]/, '');
}

/**
 * Whether a file that is dropped again is, byte for byte, the version that now stands at its path and was uploaded
 * from here. Errors: `CryptoError`.
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

/** As far as one can tell without reading the file. */
export function mayBeUploaded(
  file: Pick<File, 'size'>,
  existing: ExistingFile,
  remembered: RememberedUpload | undefined,
): boolean {
  const done = remembered?.done;
  if (!done || remembered.size !== file.size) return false;
  return done.did === existing.did && done.version === existing.version;
}
