import { PaymentRejectedError } from '../payment/call-errors.ts';
import {
  type Offer,
  PAYMENT_NEEDED,
  paymentRequiredHeader,
  paymentResponseHeader,
} from '../payment/offer.ts';
import { decodePayment, nonceOf, paymentHeader, readPayment } from '../payment/read-payment.ts';
import { versionOneBody } from '../payment/version-one.ts';
import { claimPayment, requireUnusedPayment } from './claim-payment.ts';
import { readIntent } from './intent.ts';
import { findLostAnswer } from './lost-answers.ts';
import type { CallScope, PaidRequest, Purchase, SellerAnswer } from './paid-call.ts';
import { receiptHeader } from './receipt-header.ts';
import { requirePayerRate } from './require-payer-rate.ts';
import type { Seller } from './seller.ts';
import { recordServed, serveCall } from './serve-call.ts';
import { settleCall } from './settle-call.ts';
import { settleResponse } from './settle-response.ts';
import { upstreamError } from './upstream-error.ts';
import { verifyPayment } from './verify-payment.ts';

/**
 * Handles a paid call in the order of docs/specification/gateway.md#payment-flow: the call is parsed, and can run once it is paid.
 * @throws CallRejectedError if no payment would make the call run, or not now
 */
export function handlePaidCall(
  seller: Seller,
  request: PaidRequest,
  purchase: Purchase,
  scope: CallScope,
): Promise<SellerAnswer> {
  return orPaymentRequired(seller, purchase.offer, () => {
    for (const { prepaid } of seller.plugins) {
      const named = prepaid && request.headers[prepaid.header]?.toString();
      if (prepaid && named !== undefined) return prepaid.serve(seller, request, purchase, named, scope);
    }
    return sellForPayment(seller, request, purchase, scope);
  });
}

/** Answers 402 where the payment is rejected. */
export async function orPaymentRequired(
  { receipts }: Seller,
  offer: Offer,
  answer: () => Promise<SellerAnswer>,
): Promise<SellerAnswer> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof PaymentRejectedError)
      return paymentRequired(await receipts.withSignature(offer), error);
    throw error;
  }
}

/**
 * Sells a call for the payment of the request.
 * @throws PaymentRejectedError without a payment that is good for it
 */
export async function sellForPayment(
  seller: Seller,
  request: PaidRequest,
  purchase: Purchase,
  scope: CallScope,
): Promise<SellerAnswer> {
  const { call, offer } = purchase;
  const { headers } = request;
  // 1. Without a payment: quote the price.
  const header = paymentHeader(headers);
  if (header === null) throw new PaymentRejectedError(PAYMENT_NEEDED);

  const decoded = decodePayment(header);
  const requirements = offer.others?.find(({ scheme }) => scheme === decoded.accepted.scheme);
  const plugin = seller.plugins.find(({ scheme }) => scheme && scheme.name === requirements?.scheme);
  if (requirements && plugin?.scheme)
    return plugin.scheme.sell(seller, request, { ...purchase, requirements }, decoded, scope);

  // 2. and 3. The payment must match the quote, come from a payer who wants this call, and be unused.
  const payment = readPayment(offer, decoded, call.payerAddress);
  call.requirePayer(payment.payer);
  const intent = await readIntent(seller, request, call, offer, payment);
  const proof = headers['payment-proof']?.toString();
  const lost = await findLostAnswer(seller, { request, call, offer, payment, intent, proof }, scope);
  if (lost) return lost;
  await requireUnusedPayment(seller, payment, call, scope);

  // 4. The facilitator verifies the payment; then it is claimed for this call.
  await verifyPayment(seller, payment, offer, scope).catch(async (refused: unknown) => {
    // If another request used it up during verification, report that reason.
    if (refused instanceof PaymentRejectedError) await requireUnusedPayment(seller, payment, call, scope);
    throw refused;
  });
  await requirePayerRate(payment.payer, scope);
  const claimed = await claimPayment(seller, { payment, offer, call, intent }, scope);

  // 5. The call runs in the name of the payer.
  const answer = await serveCall(seller, claimed, purchase, scope, (ran) =>
    recordServed(seller, claimed, ran),
  );
  if (answer.status >= 400) return upstreamError(answer);

  // 6. A served call is settled.
  const settlement = await settleCall(seller, claimed, scope);
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
  return { status, body, headers: { 'payment-response': await receiptHeader(seller, served) } };
}

function paymentRequired(
  offer: Offer,
  { reason, settlement, retryAfter, schemeState, hint }: PaymentRejectedError,
): SellerAnswer {
  return {
    status: 402,
    headers: {
      'payment-required': paymentRequiredHeader(offer, reason, schemeState),
      ...(settlement && { 'payment-response': paymentResponseHeader(settlement) }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body: {
      isSuccess: false,
      message: PAYMENT_NEEDED,
      error: reason,
      ...(hint !== undefined && { hint }),
      ...versionOneBody(offer),
    },
  };
}
