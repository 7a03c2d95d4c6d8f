import type { Offer } from '../payment/offer.ts';

/** A request that may come with a payment. */
export interface PaidRequest {
  /** The unparsed body. */
  text: string;
  /** What a payment names instead of `text`, where the caller does not send that text. */
  named?: string;
  /** By lowercase name. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What a payment buys. */
export interface SoldCall {
  name: string;
  /** What the call is about, if the seller has rules by subject. */
  subject: string | null;
  /** Its arguments by name, if it can be paid for before they are known (journeys). */
  args?: Readonly<Record<string, unknown>>;
  /** Hash of what is asked for. A payment that was not spent is good for the same request only. */
  requestHash: string;
  /** Whether its answer holds no secret, so that the same payment with the same request gets it again. */
  isRepeatable?: boolean;
  /** Used only if the payment names no payer. */
  payerAddress: string | undefined;
  /** @throws CallRejectedError 400 where the request names another wallet than the payer's */
  requirePayer(payer: string): void;
}

/** A call that a payment bought, and who bought it. */
export interface BoughtCall {
  id: string;
  name: string;
  /** Lowercase. */
  payer: string;
}

/** The response of a call that ran. */
export interface CallAnswer {
  status: number;
  /** JSON. */
  body: unknown;
  /** Code of an error that the answer tells of although its status is 2xx. */
  inBandError?: string | undefined;
  /** With 429 and 503. */
  retryAfterSeconds?: number | undefined;
}

export interface ServedAnswer extends CallAnswer {
  /** Unix time in seconds. */
  servedAt: number;
}

/** What is sent to the client. */
export interface SellerAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** A call, its price, and what runs it in the name of its payer. */
export interface Purchase {
  call: SoldCall;
  offer: Offer;
  run(bought: BoughtCall): Promise<CallAnswer>;
}

/** The request that a call comes with. */
export interface CallScope {
  requestId: string;
  log: Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>;
  /** Counts a call of a payer whose signature was verified. @returns seconds to wait, or 0 */
  countPayer(payer: string): Promise<number>;
}
