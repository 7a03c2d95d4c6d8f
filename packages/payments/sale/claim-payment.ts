import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SettleResponse } from '@x402/core/types';
import type { Address } from 'viem';
import { CallRejectedError, PaymentRejectedError } from '../payment/call-errors.ts';
import type { Offer } from '../payment/offer.ts';
import { identifierHashes } from '../payment/payment-identifier.ts';
import type { Payment } from '../payment/read-payment.ts';
import { hintOfUsed } from '../payment/refusal-hints.ts';
import { unknown } from '../payment/settlement-outcomes.ts';
import type { AuthorizationKey, Claim, ClaimOutcome, PaymentUse } from './call-store.ts';
import type { Intent } from './intent.ts';
import type { CallScope, SoldCall } from './paid-call.ts';
import type { Seller } from './seller.ts';
import { settleResponse } from './settle-response.ts';

export interface ClaimedCall {
  /** Of its row, and of what runs. */
  id: string;
  payment: Payment;
  offer: Offer;
  call: SoldCall;
  intent: Intent;
  /** Whether this process may still serve and settle the call. */
  isHeld(): boolean;
}

/** Pauses before the balance is read, and again while calls of the payer are being settled. */
const SETTLING_PAUSES_MS = [0, 100, 200, 400, 800, 1_600];

/** What serving a call needs of its claim. */
export type ServedClaim = Pick<ClaimedCall, 'id' | 'offer'> & {
  payment: Pick<Payment, 'payer'>;
};

/** What a payer wants to buy. */
interface PaidPurchase {
  payment: Payment;
  offer: Offer;
  call: SoldCall;
  intent: Intent;
}

/**
 * Rejects an already used payment, and a payer who owes for earlier calls, before calling the facilitator.
 * @throws PaymentRejectedError with the settlement of the earlier use, or with the time to wait
 * @throws CallRejectedError 409 if its id was used for another payment or another call
 */
export async function requireUnusedPayment(
  seller: Seller,
  payment: Payment,
  call: SoldCall,
  scope: CallScope,
): Promise<void> {
  const key = authorizationKey(seller, payment);
  const identified = {
    ...key,
    requestHash: call.requestHash,
    hashes: identifierHashes(seller.keys, payment),
  };
  const { store } = seller;
  const [isTaken, uses, wait] = await orUnavailable(scope, () =>
    Promise.all([store.isIdentifierTaken(identified), store.usesOf(key), store.unpaidWaitOf(key)]),
  );
  if (isTaken) throw identifierTaken();
  const reuseError = reuseErrorOf(uses, call);
  if (reuseError) throw reuseError;
  if (wait > 0) throw new PaymentRejectedError('payer_has_unpaid_calls', { retryAfter: wait });
}

/**
 * [Note: one payment, one call] Claims the payment in the store before the call runs, for all processes at once.
 * Verification does not spend the payment and settlement follows the call, so without the claim one signature could
 * buy any number of calls.
 * @throws PaymentRejectedError if the payment is claimed by another call
 * @throws CallRejectedError 503 if the store is unavailable: an unclaimed call is not served
 */
export async function claimPayment(
  seller: Seller,
  { payment, offer, call, intent }: PaidPurchase,
  scope: CallScope,
): Promise<ClaimedCall> {
  const key = authorizationKey(seller, payment);
  const id = randomUUID();
  const { number, isHeld } = await orUnavailable(scope, () => seller.hold());
  const claim: Claim = {
    ...key,
    id,
    requestId: scope.requestId,
    call,
    quote: offer.requirements,
    payment: payment.payload,
    provesIntent: intent.isProved,
    identifierHashes: identifierHashes(seller.keys, payment),
    validBefore: payment.validBefore,
    runner: number,
  };
  const outcome = await orUnavailable(scope, () => claimOrGiveBack(seller, claim));
  if (outcome === 'claimed') return { id, payment, offer, call, intent, isHeld };
  if (outcome === 'taken') await requireUnusedPayment(seller, payment, call, scope);
  const isShort = outcome === 'reserved' || outcome === 'settling';
  const reason = isShort ? 'payer_balance_reserved' : 'payer_has_unsettled_call';
  throw new PaymentRejectedError(reason, { retryAfter: 1 });
}

function identifierTaken(): CallRejectedError {
  const message =
    'The id of this payment was used for another payment or another call. Nothing was charged. Use a new id.';
  return new CallRejectedError(409, 'CONFLICT', message);
}

/** 503 for a call that ran and whose outcome could not be recorded. Recovery can still settle it. */
export function unaccounted({ offer, payment }: ServedClaim): CallRejectedError {
  const message =
    'The outcome of the call could not be recorded. The call can have taken effect and can be charged later.';
  const settlement = settleResponse(offer.requirements, payment.payer, unknown('settlement_pending'));
  return new CallRejectedError(503, 'UPSTREAM_UNAVAILABLE', message, { settlement });
}

/** The claim can exist although the response was lost. Releases it, because the call will not run. */
async function claimOrGiveBack(seller: Seller, claim: Claim): Promise<ClaimOutcome> {
  const { store } = seller;
  try {
    const outcome = await store.claim(claim, null);
    return outcome === 'beside_others' ? await claimBesideOthers(seller, claim) : outcome;
  } catch (error) {
    // If the store is unavailable, the claim is burned when its lease expires.
    await store.endCall(claim.id, 'serving', { state: 'released', reason: 'claim_lost' }).catch(() => {});
    throw error;
  }
}

/**
 * Claims within the balance of the payer. A payment whose transfer is mined has left the balance, and reserves its price until its
 * settlement is recorded: such a call is waited for instead of refusing a payer who has the money.
 */
async function claimBesideOthers({ store, payers }: Seller, claim: Claim): Promise<ClaimOutcome> {
  let outcome: ClaimOutcome = 'settling';
  for (const pauseMs of SETTLING_PAUSES_MS) {
    if (pauseMs > 0) await pause(pauseMs);
    const since = await store.now();
    const balance = await payers.balanceOf(claim.payer as Address);
    outcome = await store.claim(claim, { since, balance });
    if (outcome !== 'settling') return outcome;
  }
  return outcome;
}

export function authorizationKey({ config }: Seller, { method, payer, nonce }: Payment): AuthorizationKey {
  const { network, asset } = config;
  return { network, asset: asset.toLowerCase(), method, payer, nonce };
}

/** Why an authorization cannot be used for this call, given its previous uses; null if it can. */
function reuseErrorOf(uses: readonly PaymentUse[], call: SoldCall): PaymentRejectedError | null {
  const [last] = uses;
  if (!last) return null;
  if (last.state !== 'released' && last.state !== 'failed') {
    const settlement = earlierSettlement(last);
    const isOpen = last.state === 'serving' || last.state === 'served';
    return new PaymentRejectedError('payment_already_used', {
      ...(settlement && { settlement }),
      ...(isOpen && { retryAfter: 1 }),
      hint: hintOfUsed({ isOpen, isRepeatable: call.isRepeatable ?? false }),
    });
  }
  if (last.requestHash !== call.requestHash)
    return new PaymentRejectedError('payment_bound_to_another_request');
  return uses.length >= 3 ? new PaymentRejectedError('payment_attempts_exhausted') : null;
}

/** The settlement of a call that was served; `null` of another. */
export function earlierSettlement({ state, quote, payer, transaction }: PaymentUse): SettleResponse | null {
  if (state === 'settled')
    return settleResponse(quote, payer, { kind: 'settled', transaction: transaction ?? '' });
  if (state === 'unknown' || state === 'served')
    return settleResponse(quote, payer, { kind: 'unknown', reason: 'settlement_pending', transaction });
  return null;
}

/** 503 if the store cannot be reached. */
export async function orUnavailable<Result>(
  { log }: CallScope,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    log.error({ err: error }, 'claims cannot be stored');
    const message = 'Payments are unavailable. Nothing was charged. Try again in a moment.';
    throw new CallRejectedError(503, 'UPSTREAM_UNAVAILABLE', message, { reason: 'CLAIMS_UNAVAILABLE' });
  }
}
