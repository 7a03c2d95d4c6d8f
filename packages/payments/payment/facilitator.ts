import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import type { Hex } from 'viem';

/** Result of verifying a payment, before the call runs. */
export type Verification =
  /** `payer`: lowercase, as the facilitator recovered it. */
  | { kind: 'valid'; payer: string }
  /** `reason`: a short code as x402 knows them, never a library's message. */
  | { kind: 'invalid'; reason: string };

export type Settlement =
  /** This authorization moved the amount to `payTo` on the chain. */
  | {
      kind: 'settled';
      transaction: string;
      /** Log indexes of the transfers that can be this payment; absent if the chain was not read. */
      transfers?: readonly number[];
    }
  /** The amount did not reach `payTo`: rejected, used for another payment, cancelled or expired. */
  | { kind: 'failed'; reason: string; transaction: string | null }
  /** The outcome is unknown: time-out, lost connection or not mined. Read the chain, or settle again later. */
  | { kind: 'unknown'; reason: string; transaction: string | null };

/** The facilitator cannot be reached or its response is invalid. Nothing was decided. */
export class FacilitatorUnavailableError extends Error {
  /** Seconds to wait; set while the circuit is open. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, options: ErrorOptions & { retryAfterSeconds?: number } = {}) {
    super(message, options);
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.name = 'FacilitatorUnavailableError';
  }
}

/** The contract of payment channels refuses a transaction. */
export class ChannelRefusedError extends Error {
  constructor(options?: ErrorOptions) {
    super('The contract of payment channels refuses the transaction', options);
    this.name = 'ChannelRefusedError';
  }
}

/** Verifies and settles payments (x402, scheme `exact`): embedded on the local chain, remote elsewhere. */
export interface Facilitator {
  /** @throws FacilitatorUnavailableError without an answer */
  verify(payment: PaymentPayload, requirements: PaymentRequirements): Promise<Verification>;

  /**
   * Moves the money. Idempotent for a payment, also in concurrent calls. Never throws: an unknown outcome is
   * `unknown`.
   */
  settle(payment: PaymentPayload, requirements: PaymentRequirements): Promise<Settlement>;

  /**
   * Reads the outcome of an unknown settlement from the chain: the receipt, the state of the authorization, and the
   * `Transfer` to `payTo`. Returns `unknown` without a node. Never throws.
   */
  reconcile(
    payment: PaymentPayload,
    requirements: PaymentRequirements,
    transaction: string | null,
  ): Promise<Settlement>;

  /**
   * Calls the contract of payment channels and waits until the transaction is mined. Absent where another program sends
   * the transactions.
   * @returns the transaction
   * @throws ChannelRefusedError if the contract refuses it
   * @throws FacilitatorUnavailableError if the outcome is not known
   */
  sendToChannels?(data: Hex): Promise<Hex>;
}
