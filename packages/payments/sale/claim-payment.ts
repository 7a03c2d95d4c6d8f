import { randomUUID } from 'node:crypto';
import type { SettleResponse } from '@x402/core/types';
import type { Address } from 'viem';
import { CallRejectedError, PaymentRejectedError } from '../payment/call-errors.ts';
import type { Offer } from '../payment/offer.ts';
import { identifierHashes } from '../payment/payment-identifier.ts';
import type { Payment } from '../payment/read-payment.ts';
import { unknown } from '../payment/settlement-outcomes.ts';
import type { AuthorizationKey, Claim, PaymentUse } from './call-store.ts';
import type { Intent } from './intent.ts';
import type { CallScope, SoldCall } from './paid-call.ts';
import type { Seller } from './seller.ts';
import { settleResponse } from './settle-response.ts';

export interface ClaimedCall {
  /** Of its row, and of what runs. */
  id: string;
  payment: Payment;
  offer: Offer;
  intent: Intent;
  /** Whether this process may still serve and settle the call. */
  isHeld(): boolean;
}

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
  const isClaimed = await orUnavailable(scope, () => claimOrGiveBack(seller, claim));
  if (isClaimed) return { id, payment, offer, intent, isHeld };
  await requireUnusedPayment(seller, payment, call, scope);
  throw new PaymentRejectedError('payer_has_unsettled_call', { retryAfter: 1 });
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
async function claimOrGiveBack({ store, payers }: Seller, claim: Claim): Promise<boolean> {
  try {
    if (!claim.provesIntent) return await store.claim(claim);
    if (await store.claimBesideOthers(claim, null)) return true;
    const since = await store.now();
    const balance = await payers.balanceOf(claim.payer as Address);
    return await store.claimBesideOthers(claim, { since, balance });
  } catch (error) {
    // If the store is unavailable, the claim is burned when its lease expires.
    await store.endCall(claim.id, 'serving', { state: 'released', reason: 'claim_lost' }).catch(() => {});
    throw error;
  }
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
    return new PaymentRejectedError('payment_already_used', {
      ...(settlement && { settlement }),
      ...(last.state === 'serving' && { retryAfter: 1 }),
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
