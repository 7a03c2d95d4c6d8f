import { CallRejectedError, type PaidRequest, type SoldCall } from '@labroom/payments';
import type { ServiceTokenBearer } from '#auth/caller.ts';
import { requireLiveToken } from '#auth/confirm-signer.ts';
import { verifyServiceToken } from '#auth/service-token.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { requiresIntent } from '#core/payments/requires-intent.ts';
import { toServiceError } from '#platform/failures/to-service-error.ts';

type IntentContext = Pick<ServiceContext, 'config' | 'secrets' | 'db' | 'chain'>;

/**
 * Demands a service token of the payer where a payment without a derived nonce must prove that the payer wants this call: as operator,
 * payer or an owner of the lab asked (docs/specification/gateway.md#intent).
 * @returns whether it was proved
 * @throws CallRejectedError 401 or 403 without the proof
 */
export async function demandIntent(
  context: IntentContext,
  call: SoldCall,
  payer: string,
  headers: PaidRequest['headers'],
): Promise<boolean> {
  const { name, subject } = call;
  const mustProve = await requiresIntent(context, { mutation: name, oclId: subject, wallet: payer });
  if (mustProve) await requireOwnToken(context, call, payer, headers['x-service-token']?.toString());
  return mustProve;
}

/** @throws CallRejectedError unless the token is of the payer and for this mutation */
async function requireOwnToken(
  context: IntentContext,
  { name }: SoldCall,
  payer: string,
  serviceToken: string | undefined,
): Promise<void> {
  const bearer =
    serviceToken === undefined
      ? null
      : await readBearer(context, serviceToken).catch((error) => {
          if (toServiceError(error).code === 'UNAUTHENTICATED') return null;
          throw error;
        });
  const isAllowed = bearer?.allowedMutations?.includes(name) ?? true;
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
async function readBearer(context: IntentContext, serviceToken: string): Promise<ServiceTokenBearer> {
  const { db, secrets, config } = context;
  const bearer = await verifyServiceToken(db, secrets.serviceTokenKeys, config.environment, serviceToken);
  await requireLiveToken(context, bearer, 'now');
  return bearer;
}
