/** The error codes (docs/specification/errors.md#codes). */
const catalogue = {
  UNAUTHENTICATED: { retryable: false },
  UNAUTHORIZED: { retryable: false },
  NOT_FOUND: { retryable: false },
  CONFLICT: { retryable: false },
  VALIDATION_FAILED: { retryable: false },
  FAILED_PRECONDITION: { retryable: false },
  INVALID_INPUT: { retryable: false },
  INVALID_METADATA: { retryable: false },
  COMPLEXITY_LIMIT_EXCEEDED: { retryable: false },
  RATE_LIMITED: { retryable: true },
  TIMEOUT: { retryable: true },
  UPSTREAM_UNAVAILABLE: { retryable: true },
  INTERNAL_ERROR: { retryable: true },
} as const;

export type ErrorCode = keyof typeof catalogue;

interface ServiceErrorOptions {
  /** Machine-readable cause within the code, e.g. `PATH_OCCUPIED`. */
  reason?: string;
  /** Further facts for the caller, merged with `reason` into `details`. */
  details?: Record<string, unknown>;
  /**
   * Overload: the seconds after which the same call may be repeated, as nothing was done. With `RATE_LIMITED` or
   * `UPSTREAM_UNAVAILABLE` a document that failed with it entirely is answered HTTP 429 or 503 with `Retry-After`.
   */
  retryAfterSeconds?: number;
  /** What went wrong underneath; logged, never shown. */
  cause?: unknown;
  /** Other fields of an in-band result that stay meaningful on failure, e.g. `revokedAt`. */
  resultFields?: Record<string, unknown>;
}

/** An error of the catalogue, with words that may be shown to the caller. Everything else becomes `INTERNAL_ERROR`. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly reason: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  /** Whole seconds, at least 1; `undefined` where the error is no overload. */
  readonly retryAfterSeconds: number | undefined;
  readonly resultFields: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
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
    return catalogue[this.code].retryable;
  }
}

/** The HTTP status of an answer that consists of this error alone, where it is an overload; otherwise `null`. */
export function overloadStatus({ code, retryAfterSeconds }: ServiceError): 429 | 503 | null {
  if (retryAfterSeconds === undefined) return null;
  if (code === 'RATE_LIMITED') return 429;
  return code === 'UPSTREAM_UNAVAILABLE' ? 503 : null;
}

const MESSAGE_LENGTH = 500;

/** Words fit to be shown: a message may quote what was sent, though not megabytes of it, nor halves of characters. */
export function briefly(message: string): string {
  const cut = message.length > MESSAGE_LENGTH ? `${message.slice(0, MESSAGE_LENGTH - 1)}…` : message;
  return cut.toWellFormed();
}
