import type { SettleResponse } from '@x402/core/types';
import type { ErrorCode, ReasonOf, ServiceError } from '#platform/errors/errors.ts';

/** Rejects a call for another reason than its payment. Nothing was charged, unless `settlement` is set. */
export class CallRejectedError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly status: 400 | 401 | 403 | 409 | 429 | 502 | 503 | 504;
  readonly code: Code;
  readonly reason: ReasonOf<Code> | undefined;
  /** Further details, as in `ServiceError`. */
  readonly details: Record<string, unknown> | undefined;
  /** GraphQL errors of the document, as `/graphql` returns them. */
  readonly errors: readonly object[] | undefined;
  /** Seconds after which the same call may be tried again. */
  readonly retryAfter: number | undefined;
  /** The state of the settlement, if it can still happen. */
  readonly settlement: SettleResponse | undefined;

  constructor(
    status: CallRejectedError['status'],
    code: Code,
    message: string,
    options: {
      reason?: ReasonOf<Code> | undefined;
      details?: Record<string, unknown> | undefined;
      errors?: readonly object[];
      retryAfter?: number | undefined;
      settlement?: SettleResponse;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'CallRejectedError';
    this.status = status;
    this.code = code;
    this.reason = options.reason;
    this.details = options.details;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
    this.settlement = options.settlement;
  }
}

/** 402 with the requirements: the payment is missing, malformed, used or does not match. */
export class PaymentRejectedError extends Error {
  /** Short code, never a library's message. */
  readonly reason: string;
  /** Known state of the settlement of this payment. */
  readonly settlement: SettleResponse | undefined;
  readonly retryAfter: number | undefined;
  /** What the payer's channel was charged so far; part of the offer for channels. */
  readonly channelState: Record<string, unknown> | undefined;

  constructor(
    reason: string,
    options: {
      settlement?: SettleResponse;
      retryAfter?: number;
      channelState?: Record<string, unknown>;
    } = {},
  ) {
    super(reason);
    this.name = 'PaymentRejectedError';
    this.reason = reason;
    this.settlement = options.settlement;
    this.retryAfter = options.retryAfter;
    this.channelState = options.channelState;
  }
}

/** 400 with the error that the mutation itself would report in-band. */
export function badArguments({ code, message, reason, details }: ServiceError): CallRejectedError {
  return new CallRejectedError(400, code, message, { reason, details });
}

export function badCall(message: string, reason?: ReasonOf<'VALIDATION_FAILED'>): CallRejectedError {
  return new CallRejectedError(400, 'VALIDATION_FAILED', message, { reason });
}
