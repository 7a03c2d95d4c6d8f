import type { ErrorCode, Reason } from '#platform/errors/errors.ts';

type Details = { reason?: Reason | undefined } & Record<string, unknown>;

/** An entry of `errors`, as every route sends it. */
export interface WireError extends WireFields {
  message: string;
}

interface WireFields {
  errorType: string;
  errorInfo: { requestId: string; [detail: string]: unknown };
  extensions: { code: string; requestId: string; [detail: string]: unknown };
}

/**
 * Code and details of an error twice: beside `message`, and under `extensions`, the only place that clients of GraphQL
 * hand on (docs/specification/wire.md#errors).
 */
export function wireFields(errorType: string, requestId: string, details?: Details): WireFields {
  const errorInfo = { requestId, ...details };
  return { errorType, errorInfo, extensions: { ...errorInfo, code: errorType } };
}

/** Body of a request that was not executed (docs/specification/wire.md#requests-that-are-not-executed). */
export function thrownBody(
  errorType: ErrorCode,
  message: string,
  requestId: string,
  details?: Details,
): { errors: WireError[] } {
  return { errors: [{ message, ...wireFields(errorType, requestId, details) }] };
}
