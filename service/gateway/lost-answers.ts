import { hkdfSync } from 'node:crypto';
import { paidAnswerMessage } from '@labroom/protocol/payment-intent';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { type Address, type Hex, hashTypedData } from 'viem';
import { z } from 'zod';
import { isTimely, signature, signedTime } from '#core/rights/signed-message.ts';
import { openText, sealText } from '#platform/text/sealed-text.ts';
import { verifyHash } from '../chain/signatures.ts';
import { paidAnswers, paidCalls } from '../platform/db/tables/paid-calls.ts';
import { authorizationKey, earlierSettlement } from './claim-payment.ts';
import { answerSecret } from './extensions/payment-identifier.ts';
import { receiptHeader } from './extensions/receipt-header.ts';
import type { Gateway } from './gateway.ts';
import type { ServedAnswer } from './gateway-answer.ts';
import type { Intent } from './intent.ts';
import { badCall, CallRejectedError } from './offers/call-errors.ts';
import type { Offer } from './offers/offers.ts';
import { sameAuthorization } from './paid-call-store.ts';
import type { GatewayRequest, Sold } from './parse-paid-call.ts';
import { payersScope } from './payers-scope.ts';
import { nonceOf, type Payment } from './read-payment.ts';

const keptSchema = z.object({ status: z.number(), body: z.unknown(), servedAt: z.number() });
const proofSchema = z
  .string()
  .transform((header) => header.split(' '))
  .pipe(z.tuple([signedTime, signature]));

/** Encrypts the answer of a call under a key that is derived from what its payer sent (`answerSecret`), so that only the payer can ask again. */
export function sealAnswer(
  secret: Uint8Array,
  id: string,
  { status, body, servedAt }: ServedAnswer,
): Uint8Array {
  return sealText(keyOf(secret, id), Buffer.from(id), JSON.stringify({ status, body, servedAt }));
}

/** `null` with another id or signature than those of the call. */
export function openAnswer(
  secret: Uint8Array,
  id: string,
  sealed: Uint8Array,
): z.output<typeof keptSchema> | null {
  let text: string;
  try {
    text = openText(keyOf(secret, id), Buffer.from(id), sealed);
  } catch {
    return null;
  }
  return keptSchema.parse(JSON.parse(text));
}

const keyOf = (secret: Uint8Array, id: string) =>
  Buffer.from(hkdfSync('sha256', secret, id, 'labroom paid answer', 32));

interface Question {
  request: Omit<GatewayRequest, 'mutation'>;
  call: Sold;
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
export async function findLostAnswer(gateway: Gateway, question: Question) {
  const { call, payment, intent, proof } = question;
  if (proof === undefined) return null;
  const secret = answerSecret(gateway.secrets, payment, intent);
  if (!secret)
    throw badCall('Payment-Proof needs Payment-Salt, or an id in the payment (payment-identifier).');
  const { offer } = question;
  await requirePayersProof(
    gateway,
    { resource: offer.resource.url, payer: payment.payer, nonce: nonceOf(payment) },
    proof,
  );
  const [kept] = await gateway.db
    .select({ call: paidCalls, ciphertext: paidAnswers.ciphertext })
    .from(paidCalls)
    .innerJoin(paidAnswers, eq(paidAnswers.id, paidCalls.id))
    .where(
      and(
        sameAuthorization(authorizationKey(gateway, payment)),
        eq(paidCalls.requestHash, call.requestHash),
        gt(paidAnswers.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(paidCalls.attempt))
    .limit(1);
  const settlement = kept && earlierSettlement(kept.call);
  if (!settlement) return null;
  const answer = openAnswer(secret, kept.call.id, kept.ciphertext);
  if (!answer) return null;
  const { status, body } = answer;
  const { request } = question;
  const served = { request, offer, payer: payment.payer, nonce: nonceOf(payment), answer, settlement };
  return { status, body, headers: { 'payment-response': receiptHeader(gateway, served) } };
}

/** @throws CallRejectedError 400 or 401 unless the header `Payment-Proof` is signed by the payer for this payment now */
export async function requirePayersProof(
  { config, db, chain }: Gateway,
  { resource, payer, nonce }: { resource: string; payer: Address; nonce: Hex },
  proof: string,
): Promise<void> {
  const parsed = proofSchema.safeParse(proof);
  if (!parsed.success) throw badCall('Payment-Proof is not a time and a signature, with a space between.');
  const [issuedAt, signature] = parsed.data;
  const message = paidAnswerMessage({
    chainId: config.chain.id,
    resource,
    wallet: payer,
    nonce,
    issuedAt: issuedAt.toISOString(),
  });
  if (!(await isTimely(db, issuedAt)))
    throw new CallRejectedError(
      401,
      'UNAUTHENTICATED',
      'The time in Payment-Proof must be within the last ten minutes.',
      { reason: 'SIGNATURE_EXPIRED' },
    );
  const signed = { address: payer, hash: hashTypedData(message), signature };
  if (!(await verifyHash(chain, signed, payersScope)))
    throw new CallRejectedError(401, 'UNAUTHENTICATED', 'Payment-Proof is not signed by the payer.', {
      reason: 'INVALID_SIGNATURE',
    });
}
