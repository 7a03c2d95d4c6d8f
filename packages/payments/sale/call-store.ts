import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import type { Settlement } from '../payment/facilitator.ts';
import type { Payment } from '../payment/read-payment.ts';
import type { ServedAnswer, SoldCall } from './paid-call.ts';

/** Key of an authorization, which can be spent once. Lowercase. */
export interface AuthorizationKey {
  network: string;
  asset: string;
  method: Payment['method'];
  payer: string;
  nonce: string;
}

/**
 * `serving`: the call runs. `served`: it ran, the payment is being settled. `unknown`: the outcome of the settlement is being
 * determined. `settled`: paid. `failed`: it ran, and was not paid. `released`: it failed, and was not paid. `burned`: it is unknown
 * whether it ran; never paid.
 */
export type CallState = 'serving' | 'served' | 'unknown' | 'settled' | 'failed' | 'released' | 'burned';

/** A use of an authorization. */
export interface PaymentUse {
  state: CallState;
  requestHash: string;
  quote: PaymentRequirements;
  payer: string;
  transaction: string | null;
}

export interface Claim extends AuthorizationKey {
  /** Of the row, and of what the payment buys. */
  id: string;
  requestId: string;
  call: Pick<SoldCall, 'name' | 'subject' | 'requestHash'>;
  quote: PaymentRequirements;
  payment: PaymentPayload;
  /** Whether the payer proved to want this very call. */
  provesIntent: boolean;
  /** Hashes of the client's id of the payment, the one to store first; none without an id. */
  identifierHashes: readonly string[];
  validBefore: Date;
  runner: number;
}

/** Final state of a call. Its payment is deleted. */
export interface Ending {
  state: 'failed' | 'released' | 'burned';
  transaction?: string | null;
  reason?: string;
  upstreamStatus?: number;
}

/** A call whose settlement is to be recorded. */
export interface OpenCall {
  id: string;
  from: 'served' | 'unknown';
  /** When an unknown settlement is looked at again. */
  lookInMs: number;
}

/** Money of a payer that was read after `since`, by the clock of the store. */
export interface Funds {
  balance: bigint;
  since: Date;
}

/**
 * `taken`: the authorization has another use, or the payer must wait. `beside_others`: the payer has other calls, so the balance must be
 * known. `too_many_open`: as many calls of the payer are open as may be. `settling`: the balance covers the price as soon as calls that
 * are being settled are no longer counted twice. `reserved`: open calls of the payer leave less than the price.
 */
export type ClaimOutcome = 'claimed' | 'taken' | 'beside_others' | 'too_many_open' | 'settling' | 'reserved';

/** What is kept of an answer. */
export type KeptAnswer = Pick<ServedAnswer, 'status' | 'body' | 'servedAt'>;

/**
 * Where calls and their payments are kept, durably. It alone decides which call a payment buys, so that all processes agree. What
 * changes a row is repeated once where the connection breaks, which changes nothing more.
 */
export interface PaidCallStore {
  /** Whether an id is that of another payment, or of another request, that was not released. */
  isIdentifierTaken(
    call: AuthorizationKey & { requestHash: string; hashes: readonly string[] },
  ): Promise<boolean>;
  /** The uses of an authorization, the last one first. */
  usesOf(key: AuthorizationKey): Promise<readonly PaymentUse[]>;
  /** Seconds that a payer has to wait after calls that ran and were not paid, longer each time; 0 for none. */
  unpaidWaitOf(key: AuthorizationKey): Promise<number>;
  /**
   * Claims an authorization for one call before it runs: only if it has no other use in progress or decided and no earlier request, at
   * most three attempts were made, and the payer has no pending wait. Each open call reserves its price within the balance of the payer,
   * and at most 32 are open. A call that ended since the balance was read counts as open, because its payment may not be in the balance.
   * @param funds `null`: no other call may be open, or have ended since this payment was verified
   */
  claim(claim: Claim, funds: Funds | null): Promise<ClaimOutcome>;
  /** The clock of the store. */
  now(): Promise<Date>;
  /** Whether a message that was signed at this time may be accepted. */
  isTimely(issuedAt: Date): Promise<boolean>;
  /**
   * Records that a call ran, and keeps its answer for ten minutes if there is a secret, which alone opens it: both or neither.
   * @returns false if another process ended this call, or can end it at any time
   */
  markServed(id: string, answer: ServedAnswer, secret: Uint8Array | null): Promise<boolean>;
  /** Ends a call that is still in the state `from`. @returns whether it was */
  endCall(id: string, from: CallState, ending: Ending): Promise<boolean>;
  /**
   * Records the outcome of a settlement. A transfer settles one call: another that names it counts as unknown.
   * @returns what was recorded; `null` if another process decides about the call
   */
  recordSettlement(call: OpenCall, settlement: Settlement): Promise<Settlement | null>;
  /** Gives up on a call whose settlement stays unknown: payer and seller must check the chain. */
  giveUp(id: string): Promise<void>;
  /** The kept answer of the last use of an authorization for this request, with its use; `null` if the secret does not open it. */
  findAnswer(
    key: AuthorizationKey,
    requestHash: string,
    secret: Uint8Array,
  ): Promise<{ use: PaymentUse; answer: KeptAnswer } | null>;
}
