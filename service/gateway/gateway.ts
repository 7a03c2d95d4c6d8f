import type { ServiceContext } from '#core/context/context.ts';
import type { AnonymousLimit } from '../auth/rate-limits/limit-rate.ts';
import type { PaidMutation } from '../platform/config/paid-mutations.ts';
import type { Runner } from '../platform/db/runner.ts';
import type { ReceiptSigner } from './extensions/receipt-signer.ts';
import type { Forward } from './forward.ts';
import type { GatewayAnswer } from './gateway-answer.ts';
import type { ListedOffer } from './offers/offers.ts';
import type { PaidOperations } from './paid-operations.ts';
import type { GatewayRequest, PaidCall } from './parse-paid-call.ts';
import type { Envelope } from './read-payment.ts';
import type { ReportedScope } from './request-scope.ts';
import type { ChannelCall } from './serving.ts';

/** What the steps of a paid call share. */
export interface Gateway extends Pick<ServiceContext, 'config' | 'secrets' | 'db' | 'chain' | 'facilitator'> {
  offers: Readonly<Record<PaidMutation, ListedOffer>>;
  receipts: ReceiptSigner;
  operations: PaidOperations;
  /** Runs the mutations. */
  forward: Forward;
  runner: Runner;
  limits: AnonymousLimit;
  /** Sells a call for a voucher of a payment channel. @throws PaymentRejectedError before anything runs */
  payByChannel(
    gateway: Gateway,
    request: Omit<GatewayRequest, 'mutation'>,
    call: ChannelCall,
    payment: Envelope,
    scope: ReportedScope,
  ): Promise<GatewayAnswer>;
  /** Runs a call of a journey that was paid for. @throws PaymentRejectedError if it opens no such call, or not now */
  runJourneyCall(
    gateway: Gateway,
    request: Pick<GatewayRequest, 'headers'>,
    call: { call: PaidCall; journey: string },
    scope: ReportedScope,
  ): Promise<GatewayAnswer>;
}
