import { z } from 'zod';
import type { ServiceContext } from '#core/context/context.ts';
import { recordToken, revoke } from '#core/tokens/token-store.ts';
import { readCode } from './authorization-code.ts';
import { OAuthError } from './oauth-error.ts';
import { type TokenAnswer, tokenAnswer } from './token-answer.ts';

const requestSchema = z.object({
  code: z.string().max(8_192),
  client_id: z.string().max(8_192),
  redirect_uri: z.string().max(256),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
});

/**
 * Exchanges a code for a service token (RFC 6749, 4.1.3). A code that comes twice was stolen or is replayed, so its token ends.
 * @throws OAuthError
 */
export async function redeemCode(
  context: ServiceContext,
  form: Record<string, string>,
): Promise<TokenAnswer> {
  const { data } = requestSchema.safeParse(form);
  if (!data)
    throw new OAuthError(
      'invalid_request',
      'Send code, client_id, redirect_uri, code_verifier and resource.',
    );
  const { db, secrets } = context;
  const { tokenId, wallet, serviceName, proof } = await readCode(secrets.authorizationKeys, data.code, {
    clientId: data.client_id,
    redirectUri: data.redirect_uri,
    codeVerifier: data.code_verifier,
  });
  const { issuedAt, expiresAt, authMethod } = proof;
  const row = { id: tokenId, wallet, serviceName, createdAt: issuedAt };
  if (!(await recordToken(db, row, proof))) {
    await revoke(db, tokenId);
    throw new OAuthError('invalid_grant', 'The code was used before. Its token has been revoked.');
  }
  return tokenAnswer(context, {
    ...{ tokenId, wallet, serviceName, authMethod, endsAt: expiresAt },
    ...{ clientId: data.client_id, refreshes: 0 },
  });
}
