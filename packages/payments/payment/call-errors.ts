import type { SettleResponse } from '@x402/core/types';
import { hintOf } from './refusal-hints.ts';

/** What this package rejects calls for. A seller can have codes of its own. */
export type RejectionCode =
  | 'VALIDATION_FAILED'
  | 'UNAUTHENTICATED'
  | 'CONFLICT'
  | 'RATE_LIMITED'
  | 'UPSTREAM_UNAVAILABLE'
  | 'TIMEOUT';

/** The cause within the code, where clients can act on it. */
export type RejectionReason =
  | 'CLAIMS_UNAVAILABLE'
  | 'FACILITATOR_UNAVAILABLE'
  | 'INTENT_MISMATCH'
  | 'INTENT_REQUIRED'
  | 'INVALID_SIGNATURE'
  | 'PAYER_UNKNOWN'
  | 'SIGNATURE_EXPIRED'
  | 'TWO_AUTHORIZATIONS'
  | 'UNSUPPORTED_PAYLOAD';

/** Rejects a call for another reason than its payment. Nothing was charged, unless `settlement` is set. */
export class CallRejectedError<
  Code extends string = RejectionCode,
  Reason extends string = RejectionReason,
> extends Error {
  readonly status: 400 | 401 | 403 | 409 | 429 | 502 | 503 | 504;
  readonly code: Code;
  readonly reason: Reason | undefined;
  /** Further facts for the caller. */
  readonly details: Record<string, unknown> | undefined;
  /** Errors of the document, as the seller reports them without a payment. */
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
      reason?: Reason | undefined;
      details?: Record<string, unknown> | undefined;
      errors?: readonly object[] | undefined;
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
  /** What the payer needs to pay again by another scheme than `exact`; becomes part of what that scheme requires. */
  readonly schemeState: Record<string, unknown> | undefined;
  /** A sentence that says what to do; `undefined` where the code says it all. */
  readonly hint: string | undefined;

  constructor(
    reason: string,
    options: {
      hint?: string;
      settlement?: SettleResponse;
      retryAfter?: number;
      schemeState?: Record<string, unknown>;
    } = {},
  ) {
    super(reason);
    this.name = 'PaymentRejectedError';
    this.reason = reason;
    this.settlement = options.settlement;
    this.retryAfter = options.retryAfter;
    this.schemeState = options.schemeState;
    this.hint = options.hint ?? hintOf(reason);
  }
}

export function badCall(message: string, reason?: RejectionReason): CallRejectedError {
  return new CallRejectedError(400, 'VALIDATION_FAILED', message, { reason });
}

export const payerUnknown = () =>
  badCall('payerAddress must be the wallet that would pay for the call.', 'PAYER_UNKNOWN');
