/** What the page of the bench is told to do once. */
export interface Task {
  work: 'upload' | 'download';
  /** The app's own code; what one writes first; the bare transfer of what is not encrypted. */
  way: 'ours' | 'peer' | 'limit';
  /** Base64. */
  key: string;
  /** Base64, of what is at /cipher. */
  iv: string;
  /** `sha256-` and hex, of what is at /plain. */
  plaintextHash: string;
}

/** What came of it. */
export interface TaskResult {
  milliseconds: number;
  /** Base64, of what was uploaded; empty where nothing was encrypted. */
  iv: string;
  /** Lowercase hex of SHA-256 of what was downloaded; empty after an upload. */
  sha256: string;
  error?: string;
}
