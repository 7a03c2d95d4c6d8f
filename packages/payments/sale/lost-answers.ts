import { paidAnswerMessage } from '@labroom/protocol/payment-intent';
import { type Address, type Hex, hashTypedData } from 'viem';
import { z } from 'zod';
import { badCall, CallRejectedError } from '../payment/call-errors.ts';
import type { Offer } from '../payment/offer.ts';
import { answerSecret } from '../payment/payment-identifier.ts';
import { nonceOf, type Payment } from '../payment/read-payment.ts';
import { authorizationKey, earlierSettlement } from './claim-payment.ts';
import type { Intent } from './intent.ts';
import type { PaidRequest, SellerAnswer, SoldCall } from './paid-call.ts';
import { receiptHeader } from './receipt-header.ts';
import type { Seller } from './seller.ts';

/** ISO 8601 in UTC with milliseconds. */
const signedTime = z.iso.datetime({ precision: 3 }).transform((text) => new Date(text));
const signature = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2}){1,16384}$/)
  .transform((text) => text as Hex);
const proofSchema = z
  .string()
  .transform((header) => header.split(' '))
  .pipe(z.tuple([signedTime, signature]));

interface Question {
  request: PaidRequest;
  call: SoldCall;
  offer: Offer;
  payment: Payment;
  intent: Intent;
  /** The header `Payment-Proof`: a time and a signature. */
  proof: string | undefined;
}

/**
 * The answer of a call that this payment bought in the last ten minutes, for a payer who signs for it anew. `null` without
 * the header `Payment-Proof`, and where there is no such answer; then the payment is treated as without the header.
 * @throws CallRejectedError 400 or 401 if the proof is not valid
 */
export async function findLostAnswer(seller: Seller, question: Question): Promise<SellerAnswer | null> {
  const { call, payment, intent, proof } = question;
  if (proof === undefined) return null;
  const secret = answerSecret(seller.keys, payment, intent);
  if (!secret)
    throw badCall('Payment-Proof needs Payment-Salt, or an id in the payment (payment-identifier).');
  const { offer } = question;
  await requirePayersProof(
    seller,
    { resource: offer.resource.url, payer: payment.payer, nonce: nonceOf(payment) },
    proof,
  );
  const kept = await seller.store.findAnswer(authorizationKey(seller, payment), call.requestHash, secret);
  const settlement = kept && earlierSettlement(kept.use);
  if (!settlement) return null;
  const { answer } = kept;
  const { status, body } = answer;
  const { request } = question;
  const served = { request, offer, payer: payment.payer, nonce: nonceOf(payment), answer, settlement };
  return { status, body, headers: { 'payment-response': await receiptHeader(seller, served) } };
}

/** @throws CallRejectedError 400 or 401 unless the header `Payment-Proof` is signed by the payer for this payment now */
export async function requirePayersProof(
  { messageChainId: chainId, store, payers }: Seller,
  { resource, payer, nonce }: { resource: string; payer: Address; nonce: Hex },
  proof: string,
): Promise<void> {
  const parsed = proofSchema.safeParse(proof);
  if (!parsed.success) throw badCall('Payment-Proof is not a time and a signature, with a space between.');
  const [issuedAt, signature] = parsed.data;
  const message = paidAnswerMessage({
    chainId,
    resource,
    wallet: payer,
    nonce,
    issuedAt: issuedAt.toISOString(),
  });
  if (!(await store.isTimely(issuedAt)))
    throw new CallRejectedError(
      401,
      'UNAUTHENTICATED',
      'The time in Payment-Proof must be within the last ten minutes.',
      { reason: 'SIGNATURE_EXPIRED' },
    );
  const signed = { address: payer, hash: hashTypedData(message), signature };
  if (!(await payers.isSigned(signed)))
    throw new CallRejectedError(401, 'UNAUTHENTICATED', 'Payment-Proof is not signed by the payer.', {
      reason: 'INVALID_SIGNATURE',
    });
}
