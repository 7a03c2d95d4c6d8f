import { LabroomError } from '../api/api-failure.ts';

/** Whether a lab has room for the bytes of a file, and none for its text. The file can be uploaded without it. */
export function isTextQuotaExceeded(error: unknown): boolean {
  return error instanceof LabroomError && error.reason === 'QUOTA_EXCEEDED' && error.details.quota === 'TEXT';
}
