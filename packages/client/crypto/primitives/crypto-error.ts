/**
 * - `ABORTED`: cancelled by the caller
 * - `NETWORK`: no response from the storage; a retry may succeed
 * - `HTTP`: the storage answered with `status`
 * - `UNREADABLE`: the file was moved or changed on disk after it was chosen
 * - `BAD_KEY`: the key is not 32 bytes long, or the IV not 12
 * - `TOO_LARGE`: more bytes than AES-GCM encrypts, 64 GiB
 * - `TAG_MISMATCH`: the bytes were not encrypted with this key and IV, or were changed
 * - `HASH_MISMATCH`: the bytes do not match the expected hash
 * - `WORKER_FAILED`: the browser terminated the worker, e.g. because memory ran out
 */
export type CryptoErrorCode =
  | 'ABORTED'
  | 'NETWORK'
  | 'HTTP'
  | 'UNREADABLE'
  | 'BAD_KEY'
  | 'TOO_LARGE'
  | 'TAG_MISMATCH'
  | 'HASH_MISMATCH'
  | 'WORKER_FAILED';

/** A failed operation on file content. Messages never contain keys, contents or URLs. */
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

export const unreadable = (cause: unknown) =>
  new CryptoError('UNREADABLE', 'The file cannot be read. Was it moved or changed after you chose it?', {
    cause,
  });
