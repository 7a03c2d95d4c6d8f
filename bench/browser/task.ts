export interface Task {
  work: 'upload' | 'download';
  /** The app's code; a simple implementation; the transfer without encryption; tus, without encryption. */
  way: 'ours' | 'peer' | 'limit' | 'tus';
  /** Base64. */
  key: string;
  /** Base64, of the bytes at /cipher. */
  iv: string;
  /** `sha256-` and hex, of the bytes at /plain. */
  plaintextHash: string;
}

export interface TaskResult {
  milliseconds: number;
  /** Milliseconds since 1970. */
  begunAt: number;
  /** Base64, of the upload; empty without encryption. */
  iv: string;
  /** Lowercase hex SHA-256 of the download; empty after an upload. */
  sha256: string;
  error?: string;
}
