import { type ErrorCode, isRetryable, type Reason, wireDetails } from '#platform/errors/errors.ts';

type Details = { reason?: Reason | undefined } & Record<string, unknown>;

/** An entry of `errors`, as every route sends it. */
export interface WireError extends WireFields {
  message: string;
}

interface WireInfo {
  requestId: string;
  retryable: boolean;
  /** `reason`, `field` and the other facts. All but `field` stand beside it once more, one by one. */
  details: Record<string, unknown>;
  [detail: string]: unknown;
}

interface WireFields {
  errorType: string;
  errorInfo: WireInfo;
  extensions: WireInfo & { code: string };
}

/**
 * Code and details of an error twice: beside `message`, and under `extensions`, the only place that clients of GraphQL
 * hand on (docs/specification/wire.md#errors).
 */
export function wireFields(errorType: string, requestId: string, details?: Details): WireFields {
  const errorInfo = {
    ...details,
    requestId,
    retryable: isRetryable(errorType),
    details: wireDetails(details) ?? {},
  };
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
