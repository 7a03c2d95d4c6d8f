import type { MutationRevokeServiceTokenArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireTokenHolder } from '#core/rights/authorize.ts';
import { revoke } from '#core/tokens/token-store.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { ownToken } from './own-token.ts';

/** Revokes one of the caller's tokens: all its JWTs become invalid on every replica at once. */
export async function revokeServiceToken(context: RequestContext, args: MutationRevokeServiceTokenArgs) {
  const wallet = await requireTokenHolder(context, args.tokenId);
  const { id: tokenId } = await ownToken(context, args.tokenId, wallet);
  const revokedAt = await revoke(context.db, tokenId);
  if (revokedAt) return { tokenId, message: 'Service token revoked.', revokedAt: revokedAt.toISOString() };
  const first = (await ownToken(context, tokenId, wallet)).revokedAt;
  throw new ServiceError('CONFLICT', 'The token is already revoked.', {
    reason: 'ALREADY_REVOKED',
    resultFields: { tokenId, revokedAt: first?.toISOString() },
  });
}
