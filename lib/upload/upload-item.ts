import { LabroomError } from '@labroom/client/api-failure';
import { CryptoError } from '@labroom/client/crypto/crypto-error';
import type { ExistingFile, UploadReceipt } from '@labroom/client/upload/upload-ports';
import type { UploadPhase, UploadRequest } from '@labroom/client/upload/upload-request';
import { mayRetry } from '@labroom/client/upload/with-retry';
import { visibleName } from '../names/visible-name.ts';

/** The web app's limit for one file: 5 GB, as much as a lab has by default. */
export const MAX_FILE_BYTES = 5_000_000_000;

/** Why a file cannot be uploaded here; `undefined` if it can. */
export function sizeProblem(file: File): string | undefined {
  if (file.size <= MAX_FILE_BYTES) return undefined;
  return 'Larger than 5 GB, the limit of this page. Programs can upload larger files through the API.';
}

/** The lab that files are uploaded to. */
export interface UploadLab {
  oclId: string;
  shortname: string;
  /** Display name. */
  name: string;
}

/** Settings shared by all files of a drop. */
export interface UploadSettings extends Omit<UploadRequest, 'oclId' | 'file' | 'contentType' | 'target'> {
  /** Whether the `contentText` of each file is read from it; by default not. */
  readsText?: 'ofPublicFiles' | 'ofAllFiles';
  lab: UploadLab;
  /** Amount of the lab's token that a holder needs, as typed. */
  minimum?: string | undefined;
}

export interface UploadFailure {
  message: string;
  /** Whether a retry without changes may succeed. */
  retryable: boolean;
  /** The service or the storage could not be reached. */
  isNetwork: boolean;
  requestId?: string | undefined;
}

export type UploadState =
  | { kind: 'waiting' }
  /** `identical`: the file equals the newest version. */
  | { kind: 'conflict'; existing: ExistingFile; identical: boolean }
  | { kind: 'working'; phase: UploadPhase }
  /** `isTextLeftOut`: the lab had no room for its searchable text. */
  | { kind: 'done'; receipt: UploadReceipt; isTextLeftOut: boolean }
  | { kind: 'failed'; failure: UploadFailure }
  | { kind: 'skipped'; reason: string }
  | { kind: 'cancelled' };

/** One file of the queue, for display. Every change creates a new object. */
export interface UploadItem {
  readonly id: number;
  readonly batch: number;
  readonly lab: UploadLab;
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
    const { code, message, retryable, requestId } = error;
    return { message: visibleName(message), retryable, isNetwork: code === 'NETWORK_ERROR', requestId };
  }
  if (error instanceof CryptoError) {
    return { message: error.message, retryable: mayRetry(error), isNetwork: error.code === 'NETWORK' };
  }
  const message = 'The upload stopped for an unknown reason. Try again.';
  return { message, retryable: true, isNetwork: false };
}
