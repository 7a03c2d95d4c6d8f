/** The fields of the schema's `ApiError`. */
export interface ApiErrorParts {
  code: string;
  message: string;
  requestId: string;
  retryable: boolean;
  details?: string | null | undefined;
}

/** An operation that did nothing: a mutation's in-band error, or a request that got no answer (`NETWORK`). */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  /** Parsed `details`; empty where there are none. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(parts: Omit<ApiErrorParts, 'requestId'> & { requestId?: string | undefined; cause?: unknown }) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.code = parts.code;
    this.requestId = parts.requestId;
    this.retryable = parts.retryable;
    this.details = parseDetails(parts.details);
  }

  /** The documented `reason` of the details, e.g. `PATH_OCCUPIED`. */
  get reason(): string | undefined {
    return typeof this.details.reason === 'string' ? this.details.reason : undefined;
  }
}

function parseDetails(details: string | null | undefined): Record<string, unknown> {
  if (!details) return {};
  try {
    const parsed: unknown = JSON.parse(details);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
