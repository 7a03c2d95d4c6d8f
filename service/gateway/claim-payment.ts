import { randomUUID } from 'node:crypto';
import { unknown } from '@labroom/payments';
import type { SettleResponse } from '@x402/core/types';
import { type Address, parseAbi } from 'viem';
import { identifierHashes } from './extensions/payment-identifier.ts';
import type { Gateway } from './gateway.ts';
import type { Intent } from './intent.ts';
import { CallRejectedError, PaymentRejectedError } from './offers/call-errors.ts';
import type { ListedOffer } from './offers/offers.ts';
import {
  type AuthorizationKey,
  type Claim,
  claimBesideOthers,
  claimCall,
  databaseTime,
  endCall,
  isIdentifierTaken,
  type PaidCallRow,
  usesOf,
} from './paid-call-store.ts';
import type { Sold } from './parse-paid-call.ts';
import type { Payment } from './read-payment.ts';
import type { RequestScope } from './request-scope.ts';
import { gatewayName } from './scoped-token.ts';
import { settleResponse } from './settle-response.ts';
import { readUnpaidWait } from './unpaid-calls.ts';

export interface ClaimedCall {
  /** Id of its row and of the token it bought. */
  id: string;
  payment: Payment;
  offer: ListedOffer;
  intent: Intent;
  /** Whether this process may still serve and settle the call. */
  isHeld(): boolean;
}

/** What serving a call needs of its claim. */
export type ServedClaim = Pick<ClaimedCall, 'id' | 'offer'> & {
  payment: Pick<Payment, 'payer'>;
};

/** What a payer wants to buy. */
interface Purchase {
  payment: Payment;
  offer: ListedOffer;
  call: Sold;
  intent: Intent;
}

/**
 * Rejects an already used payment, and a payer who owes for earlier calls, before calling the facilitator.
 * @throws PaymentRejectedError with the settlement of the earlier use, or with the time to wait
 * @throws CallRejectedError 409 if its id was used for another payment or another call
 */
export async function requireUnusedPayment(
  gateway: Gateway,
  payment: Payment,
  call: Sold,
  scope: RequestScope,
): Promise<void> {
  const key = authorizationKey(gateway, payment);
  const identified = {
    ...key,
    requestHash: call.requestHash,
    hashes: identifierHashes(gateway.secrets, payment),
  };
  const { db } = gateway;
  const [isTaken, uses, wait] = await orUnavailable(scope, () =>
    Promise.all([isIdentifierTaken(db, identified), usesOf(db, key), readUnpaidWait(db, key)]),
  );
  if (isTaken) throw identifierTaken();
  const reuseError = reuseErrorOf(uses, call);
  if (reuseError) throw reuseError;
  if (wait > 0) throw new PaymentRejectedError('payer_has_unpaid_calls', { retryAfter: wait });
}

/**
 * [Note: one payment, one call] Claims the payment in the database before the call runs, for all processes at once.
 * Verification does not spend the payment and settlement follows the call, so without the claim one signature could
 * buy any number of calls.
 * @throws PaymentRejectedError if the payment is claimed by another call
 * @throws CallRejectedError 503 if the database is unavailable: an unclaimed call is not served
 */
export async function claimPayment(
  gateway: Gateway,
  { payment, offer, call, intent }: Purchase,
  scope: RequestScope,
): Promise<ClaimedCall> {
  const { config, runner } = gateway;
  const key = authorizationKey(gateway, payment);
  const id = randomUUID();
  const tokenExpiresAt = new Date(Date.now() + config.gateway.tokenTtlSeconds * 1_000);
  const { number, isHeld } = await orUnavailable(scope, () => runner.hold());
  const claim: Claim = {
    ...key,
    id,
    requestId: scope.requestId,
    mutation: call.mutation,
    oclId: call.oclId,
    requestHash: call.requestHash,
    quote: offer.requirements,
    payment: payment.payload,
    provesIntent: intent.isProved,
    identifierHashes: identifierHashes(gateway.secrets, payment),
    validBefore: payment.validBefore,
    runner: number,
    token: { serviceName: gatewayName, expiresAt: tokenExpiresAt },
  };
  const isClaimed = await orUnavailable(scope, () => claimOrGiveBack(gateway, claim));
  if (isClaimed) return { id, payment, offer, intent, isHeld };
  await requireUnusedPayment(gateway, payment, call, scope);
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

const balanceAbi = parseAbi(['function balanceOf(address account) view returns (uint256)']);

function balanceOf({ chain, config }: Gateway, { payer }: Claim): Promise<bigint> {
  const address = config.gateway.asset as Address;
  return chain.node.readContract({
    address,
    abi: balanceAbi,
    functionName: 'balanceOf',
    args: [payer as Address],
  });
}

/** The claim can exist although the response was lost. Releases it, because the call will not run. */
async function claimOrGiveBack(gateway: Gateway, claim: Claim): Promise<boolean> {
  const { db } = gateway;
  try {
    if (!claim.provesIntent) return await claimCall(db, claim);
    if (await claimBesideOthers(db, claim, null)) return true;
    const since = await databaseTime(db);
    const balance = await balanceOf(gateway, claim);
    return await claimBesideOthers(db, claim, { since, balance });
  } catch (error) {
    // If the database is unavailable, the claim is burned when its lease expires.
    await endCall(db, claim.id, 'serving', { state: 'released', reason: 'claim_lost' }).catch(() => {});
    throw error;
  }
}

export function authorizationKey({ config }: Gateway, { method, payer, nonce }: Payment): AuthorizationKey {
  const { network, asset } = config.gateway;
  return { network, asset: asset.toLowerCase(), method, payer, nonce };
}

/** Why an authorization cannot be used for this call, given its previous uses; null if it can. */
function reuseErrorOf(uses: readonly PaidCallRow[], call: Sold): PaymentRejectedError | null {
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
export function earlierSettlement({ state, quote, payer, transaction }: PaidCallRow): SettleResponse | null {
  if (state === 'settled')
    return settleResponse(quote, payer, { kind: 'settled', transaction: transaction ?? '' });
  if (state === 'unknown' || state === 'served')
    return settleResponse(quote, payer, { kind: 'unknown', reason: 'settlement_pending', transaction });
  return null;
}

/** 503 if the database cannot be reached. */
export async function orUnavailable<Result>(
  { log }: RequestScope,
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
