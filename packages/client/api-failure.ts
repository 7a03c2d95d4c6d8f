import { type Reason, retryableCodes } from './errors.generated.ts';

/** An error as the API writes it, in-band or thrown. */
export interface ApiErrorShape {
  code: string;
  message: string;
  requestId?: string | undefined;
  retryable?: boolean | undefined;
  /** JSON object as a string. */
  details?: string | null | undefined;
}

const retryable = new Set<string>([...retryableCodes, 'NETWORK_ERROR']);

/**
 * A call of the API that did not succeed. `code` is one of the service's catalogue, or `NETWORK_ERROR` where no answer
 * came at all.
 */
export class LabroomError extends Error {
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly details: Record<string, unknown>;

  constructor(error: ApiErrorShape, options?: ErrorOptions) {
    const details = parseDetails(error.details);
    super(
      error.code === 'RATE_LIMITED' ? tooManyRequests(details.retryAfterSeconds) : error.message,
      options,
    );
    this.name = 'LabroomError';
    this.code = error.code;
    this.requestId = error.requestId;
    this.retryable = error.retryable ?? retryable.has(error.code);
    this.details = details;
  }

  /** The documented reason within the code, e.g. `PATH_OCCUPIED`. */
  get reason(): Reason | undefined {
    return typeof this.details.reason === 'string' ? (this.details.reason as Reason) : undefined;
  }

  /** Overload: seconds after which the same call may be repeated; `undefined` otherwise. */
  get retryAfterSeconds(): number | undefined {
    const { retryAfterSeconds: seconds } = this.details;
    return typeof seconds === 'number' && seconds > 0 ? seconds : undefined;
  }
}

function tooManyRequests(retryAfterSeconds: unknown): string {
  const seconds = typeof retryAfterSeconds === 'number' && retryAfterSeconds > 1 ? retryAfterSeconds : 1;
  return `Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
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
