import type { RequestContext } from '#core/context/context.ts';
import { findToken, type ServiceTokenRow } from '#core/tokens/token-store.ts';
import { ServiceError } from '#platform/errors/errors.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns a token of this wallet. Throws `NOT_FOUND` also for another wallet's token, so its existence is not
 * revealed.
 */
export async function ownToken(
  context: RequestContext,
  tokenId: string,
  wallet: string,
): Promise<ServiceTokenRow> {
  const token = UUID.test(tokenId) ? await findToken(context.db, tokenId, wallet) : undefined;
  if (!token) {
    throw new ServiceError('NOT_FOUND', 'The wallet has no token with this id.', {
      reason: 'TOKEN_NOT_FOUND',
      resultFields: { tokenId },
    });
  }
  return token;
}
