import { intentNonce } from '@labroom/protocol/payment-intent';
import { type Address, hexToBytes } from 'viem';
import { badCall } from '../payment/call-errors.ts';
import type { Offer } from '../payment/offer.ts';
import { saltOf } from '../sale/intent.ts';
import { requirePayersProof } from '../sale/lost-answers.ts';
import type { PaidRequest } from '../sale/paid-call.ts';
import type { Seller } from '../sale/seller.ts';

/**
 * A voucher does not name its call. A payer who wants to name it, and to get the answer again, sends `Payment-Salt`, and
 * `Payment-Proof` with the signature for the nonce that a transfer for this call would have.
 * @returns the salt, under which the answer is kept; `null` without the two headers
 * @throws CallRejectedError 400 with one of them alone; 400 or 401 if the proof is not valid
 */
export async function readNamedVoucher(
  seller: Seller,
  { headers, text, named = text }: PaidRequest,
  { resource }: Offer,
  payer: Address,
): Promise<Uint8Array | null> {
  const salt = saltOf(headers['payment-salt']?.toString());
  const proof = headers['payment-proof']?.toString();
  if (salt === null && proof === undefined) return null;
  if (salt === null || proof === undefined)
    throw badCall('Where a payment channel pays, Payment-Salt and Payment-Proof are sent together.');
  const nonce = intentNonce({ resource: resource.url, body: named, salt });
  await requirePayersProof(seller, { resource: resource.url, payer, nonce }, proof);
  return hexToBytes(salt);
}
