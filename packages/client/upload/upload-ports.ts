import type { LabroomError } from '../api/api-failure.ts';
import type { FileCrypto } from '../crypto/crypto-api.ts';
import type { FinishArguments } from './finish-arguments.ts';
import type { KeptUploads } from './kept-uploads.ts';
import type { UploadObserver, UploadRequest } from './upload-request.ts';

/** Base64 strings of `generateDataEncryptionKey`. */
export interface DataKey {
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

/** An upload in parts, as the service has reserved it. */
export interface PartsTicket {
  uploadToken: string;
  /** Bytes of every part but the last one. */
  partLength: number;
  /** ISO 8601. It can be finished until then. */
  expiresAt: string;
  /** For the first parts. */
  first: IssuedUrls;
}

export interface PartUrl {
  /** From 1. */
  number: number;
  url: string;
  headers: ReadonlyArray<{ key: string; value: string }>;
}

export interface IssuedUrls {
  urls: readonly PartUrl[];
  /** ISO 8601. */
  urlExpiry: string;
}

export interface PartsState extends IssuedUrls {
  /** Numbers of the parts that the storage has. */
  stored: readonly number[];
}

export interface UploadReceipt {
  datasetId: string;
  /** `sha256:` and lowercase hex, over the stored bytes. */
  contentHash: string;
  version: number;
  /** The same bytes were there already, added by the same wallet; perhaps by an earlier attempt whose answer was lost. */
  wasThere?: boolean;
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
  /** Of an encrypted one: who can open it, as JSON. */
  encryptionMetadata?: { accessControlConditions: string } | null;
  /** How its lab shows it. */
  savedView?: { encoding?: string | null } | null;
}

interface PlannedUpload {
  oclId: string;
  contentType: string;
  /** Of the stored bytes. */
  contentLength: number;
}

/** The operations that an upload needs. All reject with `LabroomError`. */
export interface UploadApi {
  generateDataEncryptionKey(signal: AbortSignal): Promise<DataKey>;
  initiate(args: PlannedUpload, signal: AbortSignal): Promise<UploadTicket>;
  finish(args: FinishArguments): Promise<UploadReceipt>;
  findFile(oclId: string, path: string): Promise<ExistingFile | null>;
}

/** The operations that an upload in parts needs besides. All reject with `LabroomError`. */
export interface PartsApi {
  initiateInParts(args: PlannedUpload, signal: AbortSignal): Promise<PartsTicket>;
  /** Which parts are stored, and URLs for some, at most 100. */
  uploadParts(
    args: { oclId: string; uploadToken: string; numbers: number[] },
    signal: AbortSignal,
  ): Promise<PartsState>;
  /** SHA-256 of each MiB that the service has stored, one after the other. `null` if it has no list of them. */
  chunksOf(oclId: string, receipt: UploadReceipt): Promise<Uint8Array | null>;
  /** Frees the bytes that are reserved, and removes the parts. */
  cancelUpload(args: { oclId: string; uploadToken: string }): Promise<void>;
}

/** A small file with its bytes, as `addFiles` takes it. */
export interface NewSmallFile {
  path: string;
  contentType: string;
  /** Base64 of the stored bytes. */
  content: string;
  description?: string;
  tags?: string[];
  categories?: string[];
  contentText?: string;
  changeNote?: string;
  encryption?: {
    encryptionSystem: string;
    encryptedDek: string;
    iv: string;
    contentHash: string;
    encryptedAt: string;
  };
}

export interface AddFilesArguments {
  oclId: string;
  accessLevel: string;
  accessControlConditions?: string;
  changeBy: string;
  files: NewSmallFile[];
}

/** A file whose bytes are ready to be sent. It is kept over attempts, so that a repeated call has the same bytes. */
export interface ReadySmallFile {
  file: NewSmallFile;
  /** `sha256:` and lowercase hex, of the stored bytes. */
  hash: string;
  bytes: number;
}

/** Uploads small new files, many in one call (`SmallFiles`). */
export interface SmallUploads {
  /** Whether a file is uploaded in this way. */
  takes(request: UploadRequest): boolean;
  /** `null`: the session may not upload in this way. Errors: `LabroomError`, `CryptoError`. */
  upload(
    request: UploadRequest,
    checkpoint: { small?: ReadySmallFile },
    signal: AbortSignal,
    observer: UploadObserver,
  ): Promise<UploadReceipt | null>;
}

/** The operations that small files need. All reject with `LabroomError`. */
export interface SmallFilesApi {
  generateKeys(count: number): Promise<DataKey[]>;
  /** What became of each file, in their order. */
  addFiles(args: AddFilesArguments): Promise<(UploadReceipt | LabroomError)[]>;
}

export interface UploadPorts {
  api: UploadApi;
  crypto: Pick<FileCrypto, 'encrypt' | 'put'>;
  /** For small new files. Without it, each is sent by calls of its own. */
  small?: SmallUploads;
  /** For large files. Without it, every file is sent as a whole. */
  inParts?: { api: PartsApi; crypto: Pick<FileCrypto, 'prepareParts' | 'parts' | 'send'>; kept: KeptUploads };
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
  /** The text by which search finds a file, in an encoding that its lab saved; `null` if none can be read. */
  readText(file: File, signal: AbortSignal, encoding?: string): Promise<string | null>;
}
