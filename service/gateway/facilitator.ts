import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';

/** What the facilitator says of a payment before anything is served. */
export type Verification =
  /** `payer`: lowercase, as the facilitator recovered it. */
  | { kind: 'valid'; payer: string }
  /** `reason`: a short code as x402 knows them, never a library's message. */
  | { kind: 'invalid'; reason: string };

/** What became of a payment. */
export type Settlement =
  /** The chain moved the amount to `payTo` by this authorization. */
  | {
      kind: 'settled';
      transaction: string;
      /** Log indexes of the transfers in the transaction that can be this payment; absent where the chain was not asked. */
      transfers?: readonly number[];
    }
  /** The amount did not reach `payTo`: it was refused, spent on something else, cancelled, or came too late. */
  | { kind: 'failed'; reason: string; transaction: string | null }
  /** Nobody can say yet: time-out, dropped connection, not mined. Ask the chain, or settle again later. */
  | { kind: 'unknown'; reason: string; transaction: string | null };

/** The facilitator cannot be reached or does not answer as one; nothing was decided. */
export class FacilitatorUnavailableError extends Error {
  /** Set while the facilitator is not asked at all. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, options: ErrorOptions & { retryAfterSeconds?: number } = {}) {
    super(message, options);
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.name = 'FacilitatorUnavailableError';
  }
}

/** Verifies and settles payments (x402, scheme `exact`): embedded on the local chain, remote elsewhere. */
export interface Facilitator {
  /** Throws `FacilitatorUnavailableError` where there is no answer. */
  verify(payment: PaymentPayload, requirements: PaymentRequirements): Promise<Verification>;

  /**
   * Moves the money. May be repeated with the same payment: one settlement at a time, and one that is done is not done
   * again. Never throws: what is not known is `unknown`.
   */
  settle(payment: PaymentPayload, requirements: PaymentRequirements): Promise<Settlement>;

  /**
   * Reads from the chain what became of a payment whose settlement is unknown: its receipt, the authorization's state,
   * the `Transfer` to `payTo`. Without a node to ask it is `unknown`. Never throws.
   */
  reconcile(
    payment: PaymentPayload,
    requirements: PaymentRequirements,
    transaction: string | null,
  ): Promise<Settlement>;
}
