import { createHash } from 'node:crypto';
import { ServiceError } from '#platform/errors/errors.ts';
import type { UploadRow } from './upload-store.ts';

/** Compares the arguments of two calls, independent of key order; absent equals null. */
export function argumentsHash(...args: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(args, sorted)).digest('hex');
}

/** The result of an earlier successful finish; undefined without one. */
export function earlierResult(
  upload: Pick<UploadRow, 'finishedAt' | 'finishHash' | 'result'>,
  finishHash: string,
) {
  if (!upload.finishedAt || !upload.result) return undefined;
  if (upload.finishHash === finishHash) return upload.result;
  throw uploadAlreadyFinished();
}

export function uploadAlreadyFinished(
  message = 'This upload was already finished with other arguments. Start a new upload.',
): ServiceError {
  return new ServiceError('CONFLICT', message, { reason: 'UPLOAD_ALREADY_FINISHED' });
}

function sorted(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value ?? undefined;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry != null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
