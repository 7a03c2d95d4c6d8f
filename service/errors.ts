/** The catalogue of errors (decisions.md, "Error catalogue"): one table, from which everything else follows. */
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
  readonly resultFields: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.reason = options.reason;
    this.details =
      options.reason || options.details ? { reason: options.reason, ...options.details } : undefined;
    this.resultFields = options.resultFields ?? {};
  }

  get retryable(): boolean {
    return catalogue[this.code].retryable;
  }
}

/** The one funnel: any thrown value as a catalogued error. Unknown ones keep their cause for the log only. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError('INTERNAL_ERROR', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}
