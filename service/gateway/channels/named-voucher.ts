import { intentNonce } from '@labroom/protocol/payment-intent';
import { type Address, hexToBytes } from 'viem';
import type { Gateway } from '../gateway.ts';
import type { ServedAnswer } from '../gateway-answer.ts';
import { saltOf } from '../intent.ts';
import { openAnswer, requirePayersProof } from '../lost-answers.ts';
import { badCall } from '../offers/call-errors.ts';
import type { Offer } from '../offers/offers.ts';
import type { GatewayRequest, Sold } from '../parse-paid-call.ts';
import type { ChannelPayment } from './channel-payment.ts';
import { findKeptAnswer } from './channel-store.ts';

type NamedRequest = Omit<GatewayRequest, 'mutation'>;

/**
 * A voucher does not name its call. A payer who wants to name it, and to get the answer again, sends `Payment-Salt`, and
 * `Payment-Proof` with the signature for the nonce that a transfer for this call would have.
 * @returns the salt, under which the answer is kept; `null` without the two headers
 * @throws CallRejectedError 400 with one of them alone; 400 or 401 if the proof is not valid
 */
export async function readNamedVoucher(
  gateway: Gateway,
  { headers, text, named = text }: NamedRequest,
  { resource }: Offer,
  payer: Address,
): Promise<Uint8Array | null> {
  const salt = saltOf(headers['payment-salt']?.toString());
  const proof = headers['payment-proof']?.toString();
  if (salt === null && proof === undefined) return null;
  if (salt === null || proof === undefined)
    throw badCall('Where a payment channel pays, Payment-Salt and Payment-Proof are sent together.');
  const nonce = intentNonce({ resource: resource.url, body: named, salt });
  await requirePayersProof(gateway, { resource: resource.url, payer, nonce }, proof);
  return hexToBytes(salt);
}

/** The answer of the call that this voucher bought in the last ten minutes; `null` if it bought none or another one. */
export async function findVouchersAnswer(
  { db }: Gateway,
  { channelId, cumulative }: ChannelPayment,
  { requestHash }: Sold,
  secret: Uint8Array,
): Promise<Pick<ServedAnswer, 'status' | 'body'> | null> {
  const kept = await findKeptAnswer(db, { channelId, cumulative, requestHash });
  return kept && openAnswer(secret, kept.id, kept.ciphertext);
}
