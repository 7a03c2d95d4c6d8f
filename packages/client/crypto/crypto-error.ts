/**
 * - `ABORTED`: the caller took it back
 * - `NETWORK`: no answer from the storage, worth another try
 * - `HTTP`: the storage answered with `status`
 * - `UNREADABLE`: the file was moved or changed on disk since it was chosen
 * - `BAD_KEY`: not 32 bytes of key or 12 of IV
 * - `TAG_MISMATCH`: the bytes are not what was sealed with this key and IV
 * - `HASH_MISMATCH`: the bytes do not have the hash they should have
 * - `WORKER_FAILED`: the browser ended the worker, e.g. for lack of memory
 */
export type CryptoErrorCode =
  | 'ABORTED'
  | 'NETWORK'
  | 'HTTP'
  | 'UNREADABLE'
  | 'BAD_KEY'
  | 'TAG_MISMATCH'
  | 'HASH_MISMATCH'
  | 'WORKER_FAILED';

/** What went wrong with a file's bytes. Messages never contain keys, contents or URLs. */
export class CryptoError extends Error {
  override readonly name = 'CryptoError';
  readonly code: CryptoErrorCode;
  readonly status: number | undefined;

  constructor(code: CryptoErrorCode, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status;
  }
}

export const aborted = () => new CryptoError('ABORTED', 'Cancelled.');
