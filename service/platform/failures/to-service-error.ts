import { transientDatabaseError } from '../db/database-failure.ts';
import { ServiceError } from '../errors/errors.ts';
import { KmsError } from '../kms/kms.ts';

/** PostgreSQL's error codes for a NUL character, which it cannot store, in text and in JSON. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05']);

/** Converts any thrown value to an error of the catalogue. An unknown error is kept as the cause, for the log only. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isUnstorableText(error)) {
    return new ServiceError('VALIDATION_FAILED', 'Text must not contain a NUL character.', { cause: error });
  }
  if (error instanceof KmsError && error.kind === 'UNAVAILABLE') {
    return new ServiceError(
      'UPSTREAM_UNAVAILABLE',
      'The key service is unavailable. Try again in a moment.',
      {
        reason: 'KEY_SERVICE_UNAVAILABLE',
        cause: error,
      },
    );
  }
  if (isOfStore(error)) {
    return new ServiceError(
      'UPSTREAM_UNAVAILABLE',
      'The storage of files is unavailable. Try again in a moment.',
      { reason: 'STORAGE_UNAVAILABLE', cause: error },
    );
  }
  const transient = transientDatabaseError(error);
  if (transient) return transient;
  return new ServiceError(
    'INTERNAL_ERROR',
    'The service failed unexpectedly. Try again, and report the request id if it fails again.',
    {
      cause: error,
    },
  );
}

/** The client of the store adds this to each failure: refusals of the store, and lost connections after its own retries. Those of the key service are `KmsError`. */
const isOfStore = (error: unknown) => error instanceof Error && '$metadata' in error;

/** The database's error is the cause of the query's error. */
function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && UNSTORABLE_TEXT.has(String(error.code))) || isUnstorableText(error.cause);
}
