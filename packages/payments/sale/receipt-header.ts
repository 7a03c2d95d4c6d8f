import type { SettleResponse } from '@x402/core/types';
import type { Address, Hex } from 'viem';
import { type Offer, paymentResponseHeader } from '../payment/offer.ts';
import type { ReceiptSigner } from './receipt-signer.ts';

interface Served {
  /** `named`: what the payment names instead of the text. */
  request: { text: string; named?: string };
  offer: Offer;
  payer: Address;
  nonce: Hex;
  answer: { body: unknown; servedAt: number };
  settlement: SettleResponse;
}

/** The header `payment-response` beside an answer: with signed receipts, if the call is paid. */
export async function receiptHeader(
  { receipts }: { receipts: ReceiptSigner },
  { request, offer, payer, nonce, answer, settlement }: Served,
): Promise<string> {
  if (!settlement.success) return paymentResponseHeader(settlement);
  const extensions = await receipts.receiptsOf({
    offer,
    payer,
    nonce,
    transaction: settlement.transaction,
    request: request.named ?? request.text,
    answer: answer.body,
    servedAt: answer.servedAt,
  });
  return paymentResponseHeader({ ...settlement, extensions });
}
