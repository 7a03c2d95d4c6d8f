import type { FileCrypto } from '../crypto/crypto-api.ts';

export interface FileVersion {
  did: string;
  path: string;
  version: number;
  contentType: string;
  /** `sha256:` and lowercase hex, over the stored bytes. */
  contentHash: string;
  /** Size of the stored bytes. */
  contentLength: number;
  /** Presigned URL, valid for one hour. */
  downloadUrl: string;
  /** ISO 8601. */
  createdAt: string;
  changeBy: string;
  /** What changed; readable by everyone. */
  changeNote: string | null;
  /** `PUBLIC`, `ADMIN` or `HOLDERS`. */
  accessLevel: string;
  encryption: {
    iv: string;
    accessControlConditions: string;
  } | null;
}

export interface ReleasedKey {
  /** Base64, 32 bytes. */
  key: string;
  /** `sha256-` and lowercase hex, over the plaintext. */
  plaintextHash: string;
  /** Base64: authenticates the list of chunks. Absent where the author made none. */
  chunksMac?: string;
  /** Presigned URL of the bytes that the key opens, valid for one hour. */
  downloadUrl: string;
}

export interface DownloadPorts {
  api: {
    /** A version of the file at a path, the newest by default; `null` if there is none. */
    findVersion(oclId: string, path: string, version?: number): Promise<FileVersion | null>;
    /** Rejects with `LabroomError`, e.g. reason `ACCESS_CONDITIONS_NOT_MET`. */
    decryptDataKey(
      args: { oclId: string; ref: string; version: number },
      signal: AbortSignal,
    ): Promise<ReleasedKey>;
  };
  crypto: Pick<FileCrypto, 'fetch' | 'decrypt'>;
}
