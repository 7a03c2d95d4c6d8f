import type { Operations } from './operations.ts';
import type { CryptoErrorCode } from './primitives/crypto-error.ts';

export type OperationName = keyof Operations;

export type ToWorker = { id: number; operation: OperationName; args: unknown } | { cancel: number };

/** Progress in bytes, the result, or the error. */
export type FromWorker =
  | { id: number; bytes: number }
  | { id: number; result: unknown }
  | { id: number; error: { code: CryptoErrorCode; message: string; status?: number } };
