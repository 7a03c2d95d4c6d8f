import { type ErrorCode, errorCodes, type Reason, type ReasonOf } from '#contract/contract.generated.ts';

export type { ErrorCode, Reason, ReasonOf };

interface ServiceErrorOptions<Code extends ErrorCode> {
  /** Machine-readable cause within the code, e.g. `PATH_OCCUPIED`. */
  reason?: ReasonOf<Code> | undefined;
  /** Further facts for the caller, merged with `reason` into `details`. */
  details?: Record<string, unknown>;
  /**
   * For overload: seconds after which the same call may be repeated. It promises that nothing was changed. With
   * `RATE_LIMITED` or `UPSTREAM_UNAVAILABLE`, a document whose fields all failed with it gets HTTP 429 or 503 with
   * `Retry-After`.
   */
  retryAfterSeconds?: number;
  /** The underlying error; logged, never shown. */
  cause?: unknown;
  /** Other fields of an in-band result that are still meaningful on failure, e.g. `revokedAt`. */
  resultFields?: Record<string, unknown>;
}

/** An error of the catalogue, with a message for the caller. Every other error becomes `INTERNAL_ERROR`. */
export class ServiceError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly reason: ReasonOf<Code> | undefined;
  readonly details: Record<string, unknown> | undefined;
  /** Whole seconds, at least 1; `undefined` if the error is not overload. */
  readonly retryAfterSeconds: number | undefined;
  readonly resultFields: Record<string, unknown>;

  constructor(code: Code, message: string, options: ServiceErrorOptions<Code> = {}) {
    super(briefly(message), { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.reason = options.reason;
    const { reason, details, retryAfterSeconds: wait } = options;
    this.retryAfterSeconds = wait === undefined ? undefined : Math.max(1, Math.ceil(wait));
    this.details =
      reason || details || wait !== undefined
        ? { reason, ...details, ...(wait !== undefined && { retryAfterSeconds: this.retryAfterSeconds }) }
        : undefined;
    this.resultFields = options.resultFields ?? {};
  }

  get retryable(): boolean {
    return isRetryable(this.code);
  }
}

/** Whether a call that failed with this code may go better when it is repeated. */
export function isRetryable(code: string): boolean {
  return Object.hasOwn(errorCodes, code) && errorCodes[code as ErrorCode].retryable;
}

/**
 * The details of an error as every channel sends them: `field` is the argument that is wrong, under the name that clients of other
 * services with this interface read (docs/specification/wire.md#errors).
 */
export function wireDetails(
  details: Record<string, unknown> | undefined,
): Record<string, unknown> | undefined {
  return details?.argument === undefined ? details : { ...details, field: details.argument };
}

/**
 * Returns the HTTP status of a response in which everything failed with this error, if it is overload; otherwise
 * `null`.
 */
export function overloadStatus({ code, retryAfterSeconds }: ServiceError): 429 | 503 | null {
  if (retryAfterSeconds === undefined) return null;
  if (code === 'RATE_LIMITED') return 429;
  return code === 'UPSTREAM_UNAVAILABLE' ? 503 : null;
}

const MESSAGE_LENGTH = 500;

/** Shortens a message, which may quote input, without splitting a character. */
export function briefly(message: string): string {
  const cut = message.length > MESSAGE_LENGTH ? `${message.slice(0, MESSAGE_LENGTH - 1)}…` : message;
  return cut.toWellFormed();
}
