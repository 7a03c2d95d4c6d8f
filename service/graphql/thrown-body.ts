import type { ErrorCode, Reason } from '../platform/errors.ts';

/** Body of a request that was not executed (docs/specification/wire.md#requests-that-are-not-executed). */
export function thrownBody(
  errorType: ErrorCode,
  message: string,
  requestId: string,
  details?: { reason?: Reason | undefined } & Record<string, unknown>,
) {
  return { errors: [{ message, errorType, errorInfo: { requestId, ...details } }] };
}
