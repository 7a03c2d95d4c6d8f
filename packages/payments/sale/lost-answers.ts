import { setTimeout as pause } from 'node:timers/promises';
import { paidAnswerMessage } from '@labroom/protocol/payment-intent';
import { type Address, type Hex, hashTypedData } from 'viem';
import { z } from 'zod';
import { badCall, CallRejectedError } from '../payment/call-errors.ts';
import type { Offer } from '../payment/offer.ts';
import { answerSecret } from '../payment/payment-identifier.ts';
import { nonceOf, type Payment } from '../payment/read-payment.ts';
import type { KeptAnswer, PaymentUse } from './call-store.ts';
import { authorizationKey, earlierSettlement, orUnavailable } from './claim-payment.ts';
import type { Intent } from './intent.ts';
import type { CallScope, PaidRequest, SellerAnswer, SoldCall } from './paid-call.ts';
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

/** Between looks at a call that is open. */
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 800;

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
 * The answer of a call that this payment bought in the last ten minutes. Where it can hold a secret, only for a payer who signs for it
 * anew: after settlement the payment is public. `null` without the header `Payment-Proof` for such a call, and where there is no such
 * answer; then the payment is treated as without the header.
 * @throws CallRejectedError 400 or 401 if the proof is not valid
 */
export async function findLostAnswer(
  seller: Seller,
  question: Question,
  scope: CallScope,
): Promise<SellerAnswer | null> {
  const { call, payment, intent, offer, proof } = question;
  const { isRepeatable = false } = call;
  if (proof === undefined && !isRepeatable) return null;
  const secret = answerSecret(seller.keys, payment, { salt: intent.salt, isRepeatable });
  if (!secret)
    throw badCall('Payment-Proof needs Payment-Salt, or an id in the payment (payment-identifier).');
  if (proof !== undefined)
    await requirePayersProof(
      seller,
      { resource: offer.resource.url, payer: payment.payer, nonce: nonceOf(payment) },
      proof,
    );
  const kept = await orUnavailable(scope, () => findKept(seller, question, secret));
  const settlement = kept && earlierSettlement(kept.use);
  if (!settlement) return null;
  const { answer } = kept;
  const { status, body } = answer;
  const { request } = question;
  const served = { request, offer, payer: payment.payer, nonce: nonceOf(payment), answer, settlement };
  return { status, body, headers: { 'payment-response': await receiptHeader(seller, served) } };
}

/**
 * The kept answer of this very request, not before the settlement of its call was tried: until then it is unpaid. The bare payment waits
 * for that, because stock clients do not ask again later.
 */
async function findKept(
  seller: Seller,
  { call, payment, proof }: Question,
  secret: Uint8Array,
): Promise<{ use: PaymentUse; answer: KeptAnswer } | null> {
  const { store, config } = seller;
  const key = authorizationKey(seller, payment);
  const deadline = Date.now() + (proof === undefined ? config.facilitatorMs : 0);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS)) {
    const [last] = await store.usesOf(key);
    if (last?.requestHash !== call.requestHash) return null;
    const isOpen = last.state === 'serving' || last.state === 'served';
    if (!isOpen) return store.findAnswer(key, call.requestHash, secret);
    if (Date.now() >= deadline) return null;
    await pause(pauseMs);
  }
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
