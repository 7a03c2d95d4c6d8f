import { claimPayment, requireUnusedPayment } from './claim-payment.ts';
import { receiptHeader } from './extensions/receipt-header.ts';
import type { Gateway } from './gateway.ts';
import { type GatewayAnswer, upstreamError } from './gateway-answer.ts';
import { readIntent } from './intent.ts';
import { findLostAnswer } from './lost-answers.ts';
import { PaymentRejectedError } from './offers/call-errors.ts';
import {
  type ListedOffer,
  PAYMENT_NEEDED,
  paymentRequiredHeader,
  paymentResponseHeader,
} from './offers/offers.ts';
import { type GatewayRequest, parsePaidCall } from './parse-paid-call.ts';
import { decodePayment, nonceOf, paymentHeader, readPayment } from './read-payment.ts';
import type { ReportedScope } from './request-scope.ts';
import { requirePayerRate } from './require-payer-rate.ts';
import { recordServed, serveCall } from './serve-call.ts';
import type { Serving } from './serving.ts';
import { settleCall } from './settle-call.ts';
import { settleResponse } from './settle-response.ts';
import { verifyPayment } from './verify-payment.ts';

/**
 * Handles a paid call in the order of docs/specification/gateway.md#payment-flow.
 * @throws CallRejectedError if no payment would make the call run, or not now
 */
export async function handlePaidCall(
  gateway: Gateway,
  request: GatewayRequest,
  scope: ReportedScope,
): Promise<GatewayAnswer> {
  const call = await parsePaidCall(gateway.operations, request, scope.requestId);
  const offer = gateway.offers[call.mutation];
  const journey = request.headers['payment-journey']?.toString();
  return orPaymentRequired(gateway, offer, () =>
    journey === undefined
      ? callForPayment(
          gateway,
          request,
          { call, offer, run: (token) => gateway.forward(call.request, token, scope) },
          scope,
        )
      : gateway.runJourneyCall(gateway, request, { call, journey }, scope),
  );
}

/** Answers 402 where the payment is rejected. */
export async function orPaymentRequired(
  gateway: Gateway,
  offer: ListedOffer,
  answer: () => Promise<GatewayAnswer>,
): Promise<GatewayAnswer> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof PaymentRejectedError)
      return paymentRequired(gateway.receipts.withSignature(offer), error);
    throw error;
  }
}

/**
 * Sells a call, or a journey, for the payment of the request.
 * @throws PaymentRejectedError without a payment that is good for it
 */
export async function callForPayment(
  gateway: Gateway,
  request: Omit<GatewayRequest, 'mutation'>,
  { call, offer, run }: Serving & { offer: ListedOffer },
  scope: ReportedScope,
): Promise<GatewayAnswer> {
  const { headers } = request;
  // 1. Without a payment: quote the price.
  const header = paymentHeader(headers);
  if (header === null) throw new PaymentRejectedError(PAYMENT_NEEDED);

  const decoded = decodePayment(header);
  if (offer.channel && decoded.accepted.scheme === offer.channel.scheme) {
    const serving = { call, offer, requirements: offer.channel, run };
    return gateway.payByChannel(gateway, request, serving, decoded, scope);
  }

  // 2. and 3. The payment must match the quote, come from a payer who wants this call, and be unused.
  const payment = readPayment(offer, decoded, call.payerAddress);
  call.requirePayer(payment.payer);
  const intent = await readIntent(gateway, request, call, offer, payment);
  const proof = headers['payment-proof']?.toString();
  const lost = await findLostAnswer(gateway, { request, call, offer, payment, intent, proof });
  if (lost) return lost;
  await requireUnusedPayment(gateway, payment, call, scope);

  // 4. The facilitator verifies the payment; then it is claimed for this call.
  await verifyPayment(gateway, payment, offer, scope).catch(async (refused: unknown) => {
    // If another request used it up during verification, report that reason.
    if (refused instanceof PaymentRejectedError) await requireUnusedPayment(gateway, payment, call, scope);
    throw refused;
  });
  await requirePayerRate(gateway, payment.payer, scope);
  const claimed = await claimPayment(gateway, { payment, offer, call, intent }, scope);

  // 5. The mutation runs with a token for this mutation only.
  const answer = await serveCall(gateway, claimed, { call, run }, scope, (ran) =>
    recordServed(gateway, claimed, ran),
  );
  if (answer.status >= 400) return upstreamError(answer);

  // 6. A served call is settled.
  const settlement = await settleCall(gateway, claimed, scope);
  const response = settleResponse(offer.requirements, payment.payer, settlement);
  if (settlement.kind === 'failed')
    throw new PaymentRejectedError(settlement.reason, { settlement: response });
  const { status, body } = answer;
  const served = {
    nonce: nonceOf(payment),
    payer: payment.payer,
    offer,
    request,
    answer,
    settlement: response,
  };
  return { status, body, headers: { 'payment-response': receiptHeader(gateway, served) } };
}

function paymentRequired(
  offer: ListedOffer,
  { reason, settlement, retryAfter, channelState }: PaymentRejectedError,
): GatewayAnswer {
  return {
    status: 402,
    headers: {
      'payment-required': paymentRequiredHeader(offer, reason, channelState),
      ...(settlement && { 'payment-response': paymentResponseHeader(settlement) }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body: { isSuccess: false, message: PAYMENT_NEEDED },
  };
}
