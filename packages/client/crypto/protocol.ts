import type { CryptoErrorCode } from './crypto-error.ts';
import type { Operations } from './operations.ts';

export type OperationName = keyof Operations;

/** A task, or the wish to end one. */
export type ToWorker = { id: number; operation: OperationName; args: unknown } | { cancel: number };

/** Progress in bytes, the result, or why there is none. */
export type FromWorker =
  | { id: number; bytes: number }
  | { id: number; result: unknown }
  | { id: number; error: { code: CryptoErrorCode; message: string; status?: number } };
