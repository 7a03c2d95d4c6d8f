import type { SettleResponse } from '@x402/core/types';
import type { Gateway } from '../gateway.ts';
import { type Offer, paymentResponseHeader } from '../offers.ts';
import type { GatewayRequest } from '../parse-paid-call.ts';
import { nonceOf, type Payment } from '../read-payment.ts';

interface Served {
  request: Pick<GatewayRequest, 'text' | 'named'>;
  offer: Offer;
  payment: Payment;
  answer: { body: unknown; servedAt: number };
  settlement: SettleResponse;
}

/** The header `payment-response` beside an answer: with signed receipts, if the call is paid. */
export function receiptHeader(
  { receipts }: Pick<Gateway, 'receipts'>,
  { request, offer, payment, answer, settlement }: Served,
): string {
  if (!settlement.success) return paymentResponseHeader(settlement);
  const extensions = receipts.receiptsOf({
    offer,
    payer: payment.payer,
    nonce: nonceOf(payment),
    transaction: settlement.transaction,
    request: request.named ?? request.text,
    answer: answer.body,
    servedAt: answer.servedAt,
  });
  return paymentResponseHeader({ ...settlement, extensions });
}
