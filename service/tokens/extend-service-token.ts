import { mustHoldToken } from '../auth/may.ts';
import { signServiceToken } from '../auth/service-token.ts';
import type { RequestContext } from '../context.ts';
import { ServiceError } from '../errors.ts';
import type { MutationExtendServiceTokenArgs } from '../schema.generated.ts';
import { parseLifetime } from './lifetime.ts';
import { ownToken } from './own-token.ts';
import { moveExpiry } from './token-store.ts';

/** A new JWT of the caller's own token, with an expiry counted from now. The row keeps the latest expiry of all its JWTs. */
export async function extendServiceToken(context: RequestContext, args: MutationExtendServiceTokenArgs) {
  const wallet = mustHoldToken(context, args.tokenId);
  const lifetime = parseLifetime(args.expiresIn);
  const token = await ownToken(context, args.tokenId, wallet);
  if (token.revokedAt)
    throw new ServiceError('FAILED_PRECONDITION', 'This token was revoked.', { reason: 'TOKEN_REVOKED' });
  if (hasExpired(context)) throw expired();
  const issuedAt = new Date();
  const expiresAt = new Date(Math.floor(issuedAt.getTime() / 1000 + lifetime) * 1000);
  const moved = await moveExpiry(context.db, token.id, expiresAt);
  if (!moved) throw expired();
  return {
    token: await signServiceToken({
      key: context.secrets.serviceTokenKey,
      environment: context.config.environment,
      tokenId: token.id,
      wallet,
      serviceName: token.serviceName,
      authMethod: token.authMethod,
      issuedAt,
      expiresAt,
    }),
    tokenId: token.id,
    expiresAt: expiresAt.toISOString(),
    message: 'Service token extended.',
  };
}

function hasExpired({ caller }: RequestContext): boolean {
  return caller.wallet.kind === 'service-token' && caller.wallet.state === 'expired';
}

function expired(): ServiceError {
  return new ServiceError('FAILED_PRECONDITION', 'This token has expired.', { reason: 'TOKEN_EXPIRED' });
}
