import { intentNonce } from '@labroom/protocol/payment-intent';
import type { Hex } from 'viem';
import { requiresIntent } from '#core/payments/requires-intent.ts';
import { toServiceError } from '#platform/failures/to-service-error.ts';
import type { ServiceTokenBearer } from '../auth/caller.ts';
import { requireLiveToken } from '../auth/confirm-signer.ts';
import { verifyServiceToken } from '../auth/service-token.ts';
import type { Gateway } from './gateway.ts';
import { badCall, CallRejectedError } from './offers/call-errors.ts';
import type { Offer } from './offers/offers.ts';
import type { GatewayRequest, Sold } from './parse-paid-call.ts';
import type { Payment } from './read-payment.ts';

/** Whether the payer proved to want this very call. */
export interface Intent {
  isProved: boolean;
  /** Only payer and gateway know it. `null` without a derived nonce. */
  salt: Hex | null;
}

/**
 * [Note: relayed payments] The signature of a payment names payee, amount and time, but neither this service nor the
 * mutation. A malicious seller that quotes the payee address of this service could replay a customer's payment here
 * and call in the customer's name. A nonce that is derived from resource, body and a salt makes the payment name its call.
 * Stock clients draw nonces at random, so a proof is demanded only where operator, payer or an owner of the lab asked for it
 * (docs/specification/gateway.md#intent). A wrong salt is refused always.
 *
 * @throws CallRejectedError 400, 401 or 403; nothing is charged
 */
export async function readIntent(
  gateway: Gateway,
  { headers, text, named = text }: Omit<GatewayRequest, 'mutation'>,
  call: Sold,
  offer: Offer,
  payment: Payment,
): Promise<Intent> {
  const salt = saltOf(headers['payment-salt']?.toString());
  if (salt !== null) {
    const nonce = intentNonce({ resource: offer.resource.url, body: named, salt });
    if (BigInt(payment.nonce) !== BigInt(nonce)) throw namesAnotherCall(offer);
    return { isProved: true, salt };
  }
  return { isProved: await demandIntent(gateway, call, payment, headers), salt: null };
}

/**
 * Demands a service token of the payer where a payment without a derived nonce must prove that the payer wants this call.
 * @returns whether it was proved
 * @throws CallRejectedError 401 or 403 without the proof
 */
export async function demandIntent(
  gateway: Gateway,
  call: Sold,
  payment: Pick<Payment, 'payer'>,
  headers: GatewayRequest['headers'],
): Promise<boolean> {
  const { mutation, oclId } = call;
  const mustProve = await requiresIntent(gateway, { mutation, oclId, wallet: payment.payer });
  if (mustProve) await requireOwnToken(gateway, call, payment, headers['x-service-token']?.toString());
  return mustProve;
}

/** @throws CallRejectedError 400 for a salt of another form */
export function saltOf(header: string | undefined): Hex | null {
  if (header === undefined) return null;
  if (!/^0x[0-9a-fA-F]{64}$/.test(header)) throw badCall('Payment-Salt is not 0x and 64 hex digits.');
  return header as Hex;
}

/** @throws CallRejectedError unless the token is of the payer and for this mutation */
async function requireOwnToken(
  gateway: Gateway,
  { mutation }: Sold,
  { payer }: Pick<Payment, 'payer'>,
  serviceToken: string | undefined,
): Promise<void> {
  const bearer =
    serviceToken === undefined
      ? null
      : await readBearer(gateway, serviceToken).catch((error) => {
          if (toServiceError(error).code === 'UNAUTHENTICATED') return null;
          throw error;
        });
  const isAllowed = bearer?.allowedMutations?.includes(mutation) ?? true;
  if (!bearer || !isAllowed) {
    const message = `This payment must name its call: derive its nonce and send Payment-Salt, or send a service token of the payer's wallet (X-Service-Token).`;
    throw new CallRejectedError(401, 'UNAUTHENTICATED', message, { reason: 'INTENT_REQUIRED' });
  }
  if (bearer.wallet.toLowerCase() === payer) return;
  const message =
    'The service token belongs to another wallet than the payment. Send one of the paying wallet.';
  throw new CallRejectedError(403, 'UNAUTHORIZED', message, { reason: 'INTENT_OF_ANOTHER_WALLET' });
}

/** @throws ServiceError as `requireWallet` does */
async function readBearer(gateway: Gateway, serviceToken: string): Promise<ServiceTokenBearer> {
  const { db, secrets, config } = gateway;
  const bearer = await verifyServiceToken(db, secrets.serviceTokenKeys, config.environment, serviceToken);
  await requireLiveToken(gateway, bearer, 'now');
  return bearer;
}

function namesAnotherCall({ resource }: Offer): CallRejectedError {
  const message = `The nonce of the payment is not that of this call. It must be keccak256(resource ‖ sha256(body) ‖ salt), with ${resource.url} as resource.`;
  return new CallRejectedError(401, 'UNAUTHENTICATED', message, { reason: 'INTENT_MISMATCH' });
}
