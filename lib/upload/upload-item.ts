import { LabroomError } from '#packages/client/api-failure.ts';
import { CryptoError } from '#packages/client/crypto/crypto-error.ts';
import type { UploadPhase, UploadRequest } from '#packages/client/upload/upload-file.ts';
import type { ExistingFile, UploadReceipt } from '#packages/client/upload/upload-ports.ts';
import { mayRetry } from '#packages/client/upload/with-retry.ts';
import { visibleName } from '../visible-name.ts';

/** The web app's limit for one file: 100 MiB, shown as 100 MB. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** Why a file cannot be uploaded here; `undefined` if it can. */
export function sizeProblem(file: File): string | undefined {
  if (file.size <= MAX_FILE_BYTES) return undefined;
  return 'Larger than 100 MB, the limit of this page. Programs can upload larger files through the API.';
}

/** Settings shared by all files of a drop. */
export type UploadSettings = Omit<UploadRequest, 'file' | 'contentType' | 'target'>;

export interface UploadFailure {
  message: string;
  /** Whether a retry without changes may succeed. */
  retryable: boolean;
  requestId?: string | undefined;
}

export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'conflict'; existing: ExistingFile }
  | { kind: 'working'; phase: UploadPhase }
  | { kind: 'done'; receipt: UploadReceipt }
  | { kind: 'failed'; failure: UploadFailure }
  | { kind: 'skipped'; reason: string }
  | { kind: 'cancelled' };

/** One file of the queue, for display. Every change creates a new object. */
export interface UploadItem {
  readonly id: number;
  readonly batch: number;
  /** Target path. */
  readonly path: string;
  readonly size: number;
  readonly sentBytes: number;
  readonly access: UploadSettings['access']['level'];
  readonly state: UploadState;
}

/** Whether the upload continues without user action. */
export function isPending(item: UploadItem): boolean {
  return item.state.kind === 'waiting' || item.state.kind === 'working';
}

/** Explains a failure to the user. The text contains no key, content, URL or hidden character. */
export function toUploadFailure(error: unknown): UploadFailure {
  if (error instanceof LabroomError) {
    return { message: visibleName(error.message), retryable: error.retryable, requestId: error.requestId };
  }
  if (error instanceof CryptoError) return { message: error.message, retryable: mayRetry(error) };
  return { message: 'The upload stopped for an unknown reason. Try again.', retryable: true };
}
