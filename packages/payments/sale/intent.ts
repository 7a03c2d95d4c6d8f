import { intentNonce } from '@labroom/protocol/payment-intent';
import type { Hex } from 'viem';
import { badCall, CallRejectedError } from '../payment/call-errors.ts';
import type { Offer } from '../payment/offer.ts';
import type { Payment } from '../payment/read-payment.ts';
import type { PaidRequest, SoldCall } from './paid-call.ts';
import type { Seller } from './seller.ts';

/** Whether the payer proved to want this very call. */
export interface Intent {
  isProved: boolean;
  /** Only payer and gateway know it. `null` without a derived nonce. */
  salt: Hex | null;
}

/**
 * [Note: relayed payments] The signature of a payment names payee, amount and time, but neither this seller nor the
 * call. A malicious seller that quotes the payee address of this one could replay a customer's payment here
 * and call in the customer's name. A nonce that is derived from resource, body and a salt makes the payment name its call.
 * Stock clients draw nonces at random, so a proof is demanded only where somebody asked for it: `Seller.demandIntent`
 * (docs/specification/gateway.md#intent). A wrong salt is refused always.
 *
 * @throws CallRejectedError 400, 401 or 403; nothing is charged
 */
export async function readIntent(
  seller: Seller,
  { headers, text, named = text }: PaidRequest,
  call: SoldCall,
  offer: Offer,
  payment: Payment,
): Promise<Intent> {
  const salt = saltOf(headers['payment-salt']?.toString());
  if (salt !== null) {
    const nonce = intentNonce({ resource: offer.resource.url, body: named, salt });
    if (BigInt(payment.nonce) !== BigInt(nonce)) throw namesAnotherCall(offer);
    return { isProved: true, salt };
  }
  return { isProved: await seller.demandIntent(call, payment.payer, headers), salt: null };
}

/** @throws CallRejectedError 400 for a salt of another form */
export function saltOf(header: string | undefined): Hex | null {
  if (header === undefined) return null;
  if (!/^0x[0-9a-fA-F]{64}$/.test(header)) throw badCall('Payment-Salt is not 0x and 64 hex digits.');
  return header as Hex;
}

function namesAnotherCall({ resource }: Offer): CallRejectedError {
  const message = `The nonce of the payment is not that of this call. It must be keccak256(resource ‖ sha256(body) ‖ salt), with ${resource.url} as resource.`;
  return new CallRejectedError(401, 'UNAUTHENTICATED', message, { reason: 'INTENT_MISMATCH' });
}
