import { ServiceError } from '#platform/errors/errors.ts';

export function pathOccupied(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    'A file already exists at this path. Choose another path, or pass its DID as ref for a new version.',
    { reason: 'PATH_OCCUPIED' },
  );
}

/** @param existing path of the file or folder */
export function pathOccupiedBy(existing: string): ServiceError {
  return new ServiceError('CONFLICT', `"${existing}" already exists. Choose another path.`, {
    reason: 'PATH_OCCUPIED',
    details: { existing },
  });
}

export function pathTooLong(argument: string, path: string): ServiceError {
  return new ServiceError('VALIDATION_FAILED', 'A path below the folder would be longer than 1,024 bytes.', {
    reason: 'INVALID_PATH',
    details: { argument, path },
  });
}

/** @param existing path of the file or folder */
export function pathConfusable(existing: string): ServiceError {
  return new ServiceError(
    'VALIDATION_FAILED',
    `The path looks the same as the existing "${existing}". Choose another name.`,
    { reason: 'CONFUSABLE_PATH', details: { argument: 'path', existing } },
  );
}

export function fileNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'The lab has no such file. Check the path or DID.', {
    reason: 'FILE_NOT_FOUND',
  });
}

export function versionChanged(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    'The bytes of this version were replaced meanwhile. Read the file again.',
    { reason: 'VERSION_CHANGED' },
  );
}

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
  return new ServiceError('VALIDATION_FAILED', 'The upload token has expired. Start a new upload.', {
    reason: 'UPLOAD_TOKEN_EXPIRED',
    details: { argument: 'uploadToken' },
  });
}

/** @param missing numbers of parts, for an upload in parts */
export function uploadIncomplete(missing?: number[]): ServiceError {
  const message = missing
    ? `${missing.length} parts have not arrived. PUT them to the URLs of uploadParts first.`
    : 'The bytes have not arrived. PUT them to the upload URL first.';
  const details = { argument: 'uploadToken', ...(missing && { missing: missing.slice(0, 100) }) };
  return new ServiceError('VALIDATION_FAILED', message, { reason: 'UPLOAD_INCOMPLETE', details });
}
