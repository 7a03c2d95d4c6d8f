import { requireLiveToken } from '../auth/confirm-signer.ts';
import { type ServiceTokenBearer, verifyServiceToken } from '../auth/service-token.ts';
import { toServiceError } from '../platform/to-service-error.ts';
import { CallRejectedError } from './call-errors.ts';
import type { Gateway } from './gateway.ts';
import type { PaidCall } from './parse-paid-call.ts';
import type { Payment } from './read-payment.ts';

/**
 * [Note: relayed payments] The signature of a payment names payee, amount and time, but neither this service nor the
 * mutation. A malicious seller that quotes the payee address of this service could replay a customer's payment here
 * and call in the customer's name. `X402_REQUIRE_INTENT` therefore lists mutations that also need a service token of
 * the payer.
 *
 * @returns the wallet of the token; `null` if the mutation needs none
 * @throws CallRejectedError 401 without a valid token, before a price is quoted
 */
export async function readIntent(
  gateway: Gateway,
  { mutation }: PaidCall,
  serviceToken: string | undefined,
): Promise<string | null> {
  if (!gateway.config.gateway.requireIntent.includes(mutation)) return null;
  const bearer =
    serviceToken === undefined
      ? null
      : await readBearer(gateway, serviceToken).catch((error) => {
          if (toServiceError(error).code === 'UNAUTHENTICATED') return null;
          throw error;
        });
  const isAllowed = bearer?.allowedMutations?.includes(mutation) ?? true;
  if (bearer && isAllowed) return bearer.wallet;
  const message = `${mutation} also needs a service token of the payer's wallet (X-Service-Token).`;
  throw new CallRejectedError(401, 'UNAUTHENTICATED', message, { reason: 'INTENT_REQUIRED' });
}

/** @throws ServiceError as `requireWallet` does */
async function readBearer(gateway: Gateway, serviceToken: string): Promise<ServiceTokenBearer> {
  const { db, secrets, config } = gateway;
  const bearer = await verifyServiceToken(db, secrets.serviceTokenKeys, config.environment, serviceToken);
  await requireLiveToken(gateway, bearer);
  return bearer;
}

/** @throws CallRejectedError 403 when another wallet pays than wants the call */
export function mustIntend(intent: string | null, { payer }: Payment): void {
  if (intent === null || intent.toLowerCase() === payer) return;
  const message =
    'The service token belongs to another wallet than the payment. Send one of the paying wallet.';
  throw new CallRejectedError(403, 'UNAUTHORIZED', message, { reason: 'INTENT_OF_ANOTHER_WALLET' });
}
