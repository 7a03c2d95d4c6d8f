import type { Counted } from '../auth/rate-limits/limit-rate.ts';
import { CallRejectedError, PaymentRejectedError } from './call-errors.ts';
import { claimPayment, requireUnusedPayment } from './claim-payment.ts';
import { receiptHeader } from './extensions/receipt-header.ts';
import type { Gateway, RequestScope } from './gateway.ts';
import { readIntent } from './intent.ts';
import { findLostAnswer } from './lost-answers.ts';
import { type ListedOffer, paymentRequiredHeader, paymentResponseHeader } from './offers.ts';
import { type GatewayRequest, type PaidCall, parsePaidCall } from './parse-paid-call.ts';
import { type Payment, paymentHeader, readPayment } from './read-payment.ts';
import { serveCall } from './serve-call.ts';
import { settleCall } from './settle-call.ts';
import { settleResponse } from './settle-response.ts';
import { verifyPayment } from './verify-payment.ts';

interface ReportedScope extends RequestScope {
  /** Tells the caller what its buckets hold. Returns the seconds to wait. */
  report(counted: Counted): number;
}

export interface GatewayAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/**
 * Handles a paid call in the order of docs/specification/gateway.md#payment-flow.
 * @throws CallRejectedError if no payment would make the call run, or not now
 */
export async function handlePaidCall(
  gateway: Gateway,
  request: GatewayRequest,
  asking: ReportedScope,
): Promise<GatewayAnswer> {
  const call = await parsePaidCall(gateway, request, asking.requestId);
  const offer = gateway.offers[call.mutation];
  try {
    return await callForPayment(gateway, request, call, offer, asking);
  } catch (error) {
    if (error instanceof PaymentRejectedError)
      return paymentRequired(await gateway.receipts.withSignature(offer), error);
    throw error;
  }
}

async function callForPayment(
  gateway: Gateway,
  request: GatewayRequest,
  call: PaidCall,
  offer: ListedOffer,
  asking: ReportedScope,
): Promise<GatewayAnswer> {
  const { headers } = request;
  // 1. Without a payment: quote the price.
  const header = paymentHeader(headers);
  if (header === null) throw new PaymentRejectedError('Payment required');

  // 2. and 3. The payment must match the quote, come from a payer who wants this call, and be unused.
  const payment = readPayment(offer, header, call.payerAddress);
  call.requirePayer(payment.payer);
  const intent = await readIntent(gateway, request, call, offer, payment);
  const proof = headers['payment-proof']?.toString();
  const lost = await findLostAnswer(gateway, { request, call, offer, payment, intent, proof });
  if (lost) return lost;
  await requireUnusedPayment(gateway, payment, call, asking);

  // 4. The facilitator verifies the payment; then it is claimed for this call.
  await verifyPayment(gateway, payment, offer, asking).catch(async (refused: unknown) => {
    // If another request used it up during verification, report that reason.
    if (refused instanceof PaymentRejectedError) await requireUnusedPayment(gateway, payment, call, asking);
    throw refused;
  });
  await mustNotRush(gateway, payment, asking);
  const claimed = await claimPayment(gateway, { payment, offer, call, intent }, asking);

  // 5. The mutation runs with a token for this mutation only.
  const answer = await serveCall(gateway, claimed, call, asking);
  if (answer.status >= 400) {
    const { status, body, retryAfterSeconds: wait } = answer;
    return { status, body, headers: wait === undefined ? {} : { 'retry-after': String(wait) } };
  }

  // 6. A served call is settled.
  const settlement = await settleCall(gateway, claimed, asking);
  const response = settleResponse(offer.requirements, payment.payer, settlement);
  if (settlement.kind === 'failed')
    throw new PaymentRejectedError(settlement.reason, { settlement: response });
  const { status, body } = answer;
  const served = { payment, offer, request, answer, settlement: response };
  return { status, body, headers: { 'payment-response': await receiptHeader(gateway, served) } };
}

/** Counts verified wallets only, so a caller cannot use up another wallet's limit. */
async function mustNotRush(
  { limits }: Gateway,
  { payer }: Payment,
  { report }: ReportedScope,
): Promise<void> {
  const wait = report(await limits.ofWallet(payer));
  if (wait === 0) return;
  const message = 'Too many requests of this wallet. Retry after the seconds in Retry-After.';
  throw new CallRejectedError(429, 'RATE_LIMITED', message, { retryAfter: wait });
}

function paymentRequired(
  offer: ListedOffer,
  { reason, settlement, retryAfter }: PaymentRejectedError,
): GatewayAnswer {
  return {
    status: 402,
    headers: {
      'payment-required': paymentRequiredHeader(offer, reason),
      ...(settlement && { 'payment-response': paymentResponseHeader(settlement) }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body: { isSuccess: false, message: 'Payment required' },
  };
}
