import { ServiceError } from '#service/platform/errors.ts';

export function pathOccupied(): ServiceError {
  return new ServiceError('CONFLICT', 'There is a file at this path already.', { reason: 'PATH_OCCUPIED' });
}

/** @param existing path of the file or folder */
export function pathConfusable(existing: string): ServiceError {
  return new ServiceError(
    'VALIDATION_FAILED',
    `A file or folder that looks the same exists here: "${existing}". Choose another name.`,
    { reason: 'CONFUSABLE_PATH', details: { argument: 'path', existing } },
  );
}

export function fileNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'This lab has no such file.', { reason: 'FILE_NOT_FOUND' });
}

/** `changeBy` says who makes a change; it cannot say anybody else than the caller. */
export function requireCaller(changeBy: string, wallet: string): void {
  if (changeBy === wallet) return;
  throw new ServiceError('VALIDATION_FAILED', 'changeBy must be the authenticated wallet.', {
    reason: 'CHANGE_BY_MISMATCH',
    details: { argument: 'changeBy' },
  });
}

export function uploadTokenMismatch(message: string, cause?: unknown): ServiceError {
  const details = { argument: 'uploadToken' };
  return new ServiceError('VALIDATION_FAILED', message, { reason: 'UPLOAD_TOKEN_MISMATCH', details, cause });
}

export function uploadExpired(): ServiceError {
  return new ServiceError('VALIDATION_FAILED', 'The upload token has expired; start again.', {
    reason: 'UPLOAD_TOKEN_EXPIRED',
    details: { argument: 'uploadToken' },
  });
}
