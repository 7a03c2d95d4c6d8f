import { z } from 'zod';
import type { ServiceContext } from '#core/context/context.ts';
import { countRefresh } from '#core/tokens/token-store.ts';
import { OAuthError } from './oauth-error.ts';
import { readRefreshToken } from './refresh-token.ts';
import { SCOPE, type TokenAnswer, tokenAnswer } from './token-answer.ts';

const requestSchema = z.object({
  refresh_token: z.string().max(8_192),
  client_id: z.string().max(8_192),
  scope: z.string().optional(),
});

/**
 * Exchanges a refresh token for a new access token and the next refresh token (RFC 6749, 6). One that comes twice was stolen or is
 * replayed, so the authorization ends.
 * @throws OAuthError
 */
export async function refresh(context: ServiceContext, form: Record<string, string>): Promise<TokenAnswer> {
  const { data } = requestSchema.safeParse(form);
  if (!data) throw new OAuthError('invalid_request', 'Send refresh_token and client_id.');
  if (data.scope !== undefined && data.scope !== SCOPE)
    throw new OAuthError('invalid_scope', `scope must be ${SCOPE}.`);
  const { client_id: clientId } = data;
  const keys = context.secrets.authorizationKeys;
  const { tokenId, refreshes } = await readRefreshToken(keys, data.refresh_token, clientId);
  const row = await countRefresh(context.db, tokenId, refreshes);
  if (!row)
    throw new OAuthError(
      'invalid_grant',
      'The authorization has ended: it was revoked, or the refresh token was used before.',
    );
  const { wallet, serviceName, authMethod, expiresAt: endsAt } = row;
  return tokenAnswer(context, {
    ...{ tokenId, clientId, wallet, serviceName, authMethod, endsAt },
    refreshes: refreshes + 1,
  });
}
