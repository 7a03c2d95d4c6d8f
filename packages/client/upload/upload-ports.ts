import type { FileCrypto } from '../crypto/crypto-api.ts';

/** Base64 strings of `generateDataEncryptionKey`. */
interface DataKey {
  plaintextDEK: string;
  encryptedDek: string;
  encryptionSystem: string;
}

/** Upload URL with its signed headers. */
export interface UploadTicket {
  uploadToken: string;
  uploadUrl: string;
  /** ISO 8601. */
  uploadUrlExpiry: string;
  headers: ReadonlyArray<{ key: string; value: string }>;
}

export interface FinishArguments {
  oclId: string;
  uploadToken: string;
  path?: string;
  ref?: string;
  accessLevel: string;
  changeBy: string;
  description?: string;
  tags?: string[];
  categories?: string[];
  contentText?: string;
  changeNote?: string;
  encryptionMetadata?: {
    encryptionSystem: string;
    encryptedDek: string;
    iv: string;
    contentHash: string;
    accessControlConditions: string;
    encryptedBy: string;
    encryptedAt: string;
  };
}

export interface UploadReceipt {
  datasetId: string;
  /** `sha256:` and lowercase hex, over the stored bytes. */
  contentHash: string;
  version: number;
}

export interface ExistingFile {
  did: string;
  version: number;
  /** `PUBLIC`, `ADMIN` or `HOLDERS`. */
  accessLevel: string;
  /** `sha256:` and lowercase hex, over the stored bytes. */
  contentHash?: string | null;
  /** Number of stored bytes. */
  contentLength?: string | null;
}

/** The operations that an upload needs. All reject with `LabroomError`. */
export interface UploadApi {
  generateDataEncryptionKey(signal: AbortSignal): Promise<DataKey>;
  initiate(
    args: { oclId: string; contentType: string; contentLength: number },
    signal: AbortSignal,
  ): Promise<UploadTicket>;
  finish(args: FinishArguments): Promise<UploadReceipt>;
  findFile(oclId: string, path: string): Promise<ExistingFile | null>;
}

export interface UploadPorts {
  api: UploadApi;
  crypto: Pick<FileCrypto, 'encrypt' | 'put'>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `milliseconds`; rejects when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/**
 * Additional dependencies of a queue, which compares files with the versions that exist and reads their text for search.
 */
export interface QueuePorts extends UploadPorts {
  api: UploadApi & {
    /** Hash of a version's plaintext; `null` if the caller may not open it. Rejects with `LabroomError`. */
    plaintextHash(oclId: string, path: string, version: number): Promise<string | null>;
  };
  crypto: Pick<FileCrypto, 'encrypt' | 'hash' | 'put'>;
  /** The text by which search finds a file; `null` if none can be read. */
  readText(file: File, signal: AbortSignal): Promise<string | null>;
}
