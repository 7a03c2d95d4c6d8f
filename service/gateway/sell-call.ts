import {
  type BoughtCall,
  type CallAnswer,
  type CallScope,
  handlePaidCall,
  type Offer,
  type Seller,
  type SellerAnswer,
} from '@labroom/payments';
import type { FastifyBaseLogger } from 'fastify';
import type { PaidMutation } from '#platform/config/paid-mutations.ts';
import type { CallRules } from './call-rules.ts';
import type { Forward } from './forward.ts';
import { type GatewayRequest, type PaidCall, parsePaidCall } from './parse-paid-call.ts';

/**
 * The refusal of a call that would be refused, before it runs; `null` where nothing speaks against it. A refused call is not charged, and
 * its payment stays unused.
 */
export type RefuseForeseen = (
  call: Pick<PaidCall, 'name' | 'args'>,
  bought: BoughtCall,
  scope: SaleScope,
) => Promise<CallAnswer | null>;

/** What is sold, who sells it, and what runs it. */
export interface Sales {
  seller: Seller;
  offers: Readonly<Record<PaidMutation, Offer>>;
  operations: CallRules;
  refuseForeseen: RefuseForeseen;
  /** Runs the mutations. */
  forward: Forward;
}

/** The request that a call comes with. */
export interface SaleScope extends CallScope {
  log: FastifyBaseLogger;
}

/**
 * Sells a mutation: parses the call, then quotes, verifies, claims, runs and settles it in the order of `handlePaidCall`. A call that would
 * be refused does not run.
 * @throws CallRejectedError if no payment would make the call run, or not now
 */
export async function sellCall(
  { seller, offers, operations, refuseForeseen, forward }: Sales,
  request: GatewayRequest,
  scope: SaleScope,
): Promise<SellerAnswer> {
  const call = await parsePaidCall(operations, request, scope.requestId);
  // Of a journey, the quote says what is foreseen: its calls are paid for already.
  const isPrepaid = seller.plugins.some(({ prepaid }) => prepaid && prepaid.header in request.headers);
  const run = async (bought: BoughtCall) => {
    const refused = isPrepaid ? null : await refuseForeseen(call, bought, scope);
    if (!refused) return forward(call.request, bought, scope);
    if (call.name !== 'decryptDataKey' || refused.status !== 403) return refused;
    // The mutation records every attempt to open a file, also one that is refused.
    const answer = await forward(call.request, bought, scope);
    return answer.inBandError === undefined ? answer : refused;
  };
  return handlePaidCall(seller, request, { call, offer: offers[call.name], run }, scope);
}
