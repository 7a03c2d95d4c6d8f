import {
  type BoughtCall,
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
import { type GatewayRequest, parsePaidCall } from './parse-paid-call.ts';

/** What is sold, who sells it, and what runs it. */
export interface Sales {
  seller: Seller;
  offers: Readonly<Record<PaidMutation, Offer>>;
  operations: CallRules;
  /** Runs the mutations. */
  forward: Forward;
}

/** The request that a call comes with. */
export interface SaleScope extends CallScope {
  log: FastifyBaseLogger;
}

/**
 * Sells a mutation: parses the call, then quotes, verifies, claims, runs and settles it in the order of `handlePaidCall`.
 * @throws CallRejectedError if no payment would make the call run, or not now
 */
export async function sellCall(
  { seller, offers, operations, forward }: Sales,
  request: GatewayRequest,
  scope: SaleScope,
): Promise<SellerAnswer> {
  const call = await parsePaidCall(operations, request, scope.requestId);
  const run = (bought: BoughtCall) => forward(call.request, bought, scope);
  return handlePaidCall(seller, request, { call, offer: offers[call.name], run }, scope);
}
