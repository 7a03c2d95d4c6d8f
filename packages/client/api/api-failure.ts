import { type Reason, retryableCodes } from './errors.generated.ts';

/** An API error, in-band or thrown. */
export interface ApiErrorShape {
  code: string;
  message: string;
  requestId?: string | undefined;
  retryable?: boolean | undefined;
  /** JSON object, serialized. */
  details?: string | null | undefined;
}

const retryable = new Set<string>([...retryableCodes, 'NETWORK_ERROR']);

/** A failed API call. `code` is one of the service's error codes, or `NETWORK_ERROR` if no response arrived. */
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

  /** The documented reason, e.g. `PATH_OCCUPIED`. */
  get reason(): Reason | undefined {
    return typeof this.details.reason === 'string' ? (this.details.reason as Reason) : undefined;
  }

  /** For rate limits and overload: seconds after which the call may be repeated; otherwise `undefined`. */
  get retryAfterSeconds(): number | undefined {
    const { retryAfterSeconds: seconds } = this.details;
    return typeof seconds === 'number' && seconds > 0 ? seconds : undefined;
  }
}

/** Why a session does not hold: it was revoked, its time is over, or the service does not know its token. */
export type SessionEnd = 'REVOKED' | 'EXPIRED' | 'INVALID';

const ends: Readonly<Record<string, SessionEnd>> = {
  TOKEN_REVOKED: 'REVOKED',
  SIGNER_NOT_CONFIRMED: 'REVOKED',
  TOKEN_EXPIRED: 'EXPIRED',
  INVALID_TOKEN: 'INVALID',
};

const endings: Readonly<Record<SessionEnd, { reason: Reason; message: string }>> = {
  REVOKED: { reason: 'TOKEN_REVOKED', message: 'The session was revoked. Sign in again.' },
  EXPIRED: { reason: 'TOKEN_EXPIRED', message: 'The session has expired. Sign in again.' },
  INVALID: {
    reason: 'INVALID_TOKEN',
    message: 'The service does not accept the token of this session. Sign in again.',
  },
};

/**
 * A call was made with a session that does not hold any more, so its answer says nothing about what the wallet may do. Sign in
 * again and repeat it. `code` is `UNAUTHENTICATED`.
 */
export class SessionEndedError extends LabroomError {
  readonly state: SessionEnd;

  constructor(state: SessionEnd, error: Partial<ApiErrorShape> = {}) {
    const { reason, message } = endings[state];
    const details = JSON.stringify({ reason });
    super({ message, details, ...error, code: 'UNAUTHENTICATED' });
    this.name = 'SessionEndedError';
    this.state = state;
  }
}

/** An error of the service; `SessionEndedError` if it refused the token of the session. */
export function errorOf(error: ApiErrorShape, options?: ErrorOptions): LabroomError {
  const plain = new LabroomError(error, options);
  const state = plain.code === 'UNAUTHENTICATED' ? ends[plain.reason ?? ''] : undefined;
  return state ? new SessionEndedError(state, error) : plain;
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
