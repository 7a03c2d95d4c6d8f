import { requireTokenHolder } from '../auth/authorize.ts';
import type { RequestContext } from '../context.ts';
import { ServiceError } from '../errors.ts';
import type { MutationRevokeServiceTokenArgs } from '../schema.generated.ts';
import { ownToken } from './own-token.ts';
import { revoke } from './token-store.ts';

/** Ends every JWT of one of the caller's tokens, on every replica at once. */
export async function revokeServiceToken(context: RequestContext, args: MutationRevokeServiceTokenArgs) {
  const wallet = await requireTokenHolder(context, args.tokenId);
  const { id: tokenId } = await ownToken(context, args.tokenId, wallet);
  const revokedAt = await revoke(context.db, tokenId);
  if (revokedAt) return { tokenId, message: 'Service token revoked.', revokedAt: revokedAt.toISOString() };
  const first = (await ownToken(context, tokenId, wallet)).revokedAt;
  throw new ServiceError('CONFLICT', 'This token was revoked before.', {
    reason: 'ALREADY_REVOKED',
    resultFields: { tokenId, revokedAt: first?.toISOString() },
  });
}
