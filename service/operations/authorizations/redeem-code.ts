import { z } from 'zod';
import { signServiceToken } from '#auth/service-token.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { recordToken, revoke } from '#core/tokens/token-store.ts';
import { readCode } from './authorization-code.ts';
import { isResource, resourceOf } from './authorization-request.ts';
import { OAuthError } from './oauth-error.ts';

/** The only scope: to read what the wallet may read at `/mcp`. */
export const SCOPE = 'read';

/** Operations of the scope. A token keeps those that it was issued with. */
const operations = ['paidCalls'];

const requestSchema = z.object({
  code: z.string().max(8_192),
  client_id: z.string().max(8_192),
  redirect_uri: z.string().max(256),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  resource: z.string().max(2_048).optional(),
});

/**
 * Exchanges a code for a service token (RFC 6749, 4.1.3). A code that comes twice was stolen or is replayed, so its token ends.
 * @throws OAuthError
 */
export async function redeemCode(context: ServiceContext, form: Record<string, string>) {
  if (form.grant_type !== 'authorization_code')
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code.');
  const { data } = requestSchema.safeParse(form);
  if (!data)
    throw new OAuthError(
      'invalid_request',
      'Send code, client_id, redirect_uri, code_verifier and resource.',
    );
  const { db, secrets, config } = context;
  if (data.resource !== undefined && !isResource(context, data.resource))
    throw new OAuthError('invalid_target', `resource must be ${resourceOf(context)}.`);
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
  return {
    access_token: await signServiceToken({
      ...{ keys: secrets.serviceTokenKeys, environment: config.environment },
      ...{ tokenId, wallet, serviceName, issuedAt, authMethod, expiresAt },
      allowedMutations: operations,
    }),
    token_type: 'Bearer',
    expires_in: Math.floor((+expiresAt - Date.now()) / 1_000),
    scope: SCOPE,
  };
}
