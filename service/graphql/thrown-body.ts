import type { ErrorCode } from '../platform/errors.ts';

/** The body of a response that failed as a whole (decisions.md, "Wire"). */
export function thrownBody(
  errorType: ErrorCode,
  message: string,
  requestId: string,
  details?: Record<string, unknown>,
) {
  return { errors: [{ message, errorType, errorInfo: { requestId, ...details } }] };
}
