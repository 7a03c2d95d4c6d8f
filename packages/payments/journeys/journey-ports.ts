import type { PaymentRequirements } from '@x402/core/types';
import type { OfferTerms } from '../payment/offer.ts';
import type { CallState } from '../sale/call-store.ts';
import type { CallAnswer, CallScope } from '../sale/paid-call.ts';
import type { describeJourney } from './describe-journey.ts';

/** A call of a journey, as far as it is known. */
export interface PlannedCall {
  name: string;
  /** What the call is about, if that is known. */
  subject: string | null;
  /** Its price alone. */
  price: PaymentRequirements;
  /** The arguments that are stated. The call must have them. */
  given: Record<string, unknown>;
  /** All arguments; `null` where some are missing. */
  complete: Record<string, unknown> | null;
}

export interface OpenedJourney {
  /** Opens the calls. Only its hash is stored. */
  journey: string;
  calls: { call: number; mutation: string }[];
  /** ISO 8601. */
  expiresAt: string;
}

/** A call that was paid for. */
export interface JourneyCall {
  id: string;
  number: number;
  name: string;
  stated: Readonly<Record<string, unknown>>;
  /** `open`: can be used. `serving`: it runs. `used`: it ran. `burned`: it is unknown whether it ran; another call has its place. */
  state: 'open' | 'serving' | 'used' | 'burned';
  /** Of the last use. */
  requestHash: string | null;
  /** Lowercase. */
  payer: string;
  hasExpired: boolean;
  /** State of the payment for the journey. */
  payment: CallState;
  /** What was answered, for ten minutes. */
  answer(): Pick<CallAnswer, 'status' | 'body'> | null;
}

/** A use of a call: a later one has another id. */
export interface JourneyUse {
  /** Of the call. */
  id: string;
  useId: string;
}

/** Where journeys are kept, durably. It alone decides which request has a call, so that all processes agree. */
export interface JourneyStore {
  /** Stores the calls of a journey. They can be used once its payment, which has this id, is settled. */
  open(id: string, payer: string, calls: readonly PlannedCall[]): Promise<OpenedJourney>;
  /** The call of the journey that this secret opens. */
  find(secret: string, number: number): Promise<JourneyCall | null>;
  /** Takes a call. @returns the id of the use; `null` if another request has the call */
  take(
    id: string,
    use: { runner: number; payer: string; requestId: string; requestHash: string },
  ): Promise<string | null>;
  /**
   * Records that the call ran, and keeps its answer for ten minutes.
   * @returns false if another process burned this call, or can burn it at any time
   */
  keep(use: JourneyUse, answer: CallAnswer, secret: string): Promise<boolean>;
  /** Gives a call back that did not run. */
  giveBack(use: JourneyUse, status: number): Promise<unknown>;
  /** Burns a call that may or may not have run, and puts another in its place, so that nobody has paid in vain. */
  burn(use: JourneyUse): Promise<unknown>;
}

/** What journeys need of the seller's program. */
export interface JourneyPorts {
  store: JourneyStore;
  terms: OfferTerms;
  /** Where journeys are bought: the resource of their offers, and the path with the stage. */
  url: string;
  path: string;
  description: ReturnType<typeof describeJourney>;
  /**
   * Reads a call whose arguments may not all be known yet.
   * @param number of the call, from 1
   * @throws CallRejectedError 400 for everything that its body alone shows to be invalid
   */
  plan(
    call: { mutation: string; variables: Record<string, unknown> },
    payer: string,
    number: number,
  ): Promise<PlannedCall>;
}

/** The request that asks for a journey. */
export interface JourneyScope extends CallScope {
  /** Counts the calls of a journey that are asked about, beside the request. @returns seconds to wait, or 0 */
  countCalls(calls: number): Promise<number>;
  /** Whether a call with these arguments would run now; `null` if that cannot be told now. */
  foresee(name: string, args: Record<string, unknown>, payer: string): Promise<object | null>;
  /** Lets other callers go first, between two calls. */
  giveWay(): Promise<void>;
}
