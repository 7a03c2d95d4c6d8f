import { signServiceToken } from '#auth/service-token.ts';
import type { ServiceContext } from '#core/context/context.ts';
import type { AuthMethod } from '#platform/db/tables/tokens.ts';
import { type RefreshGrant, signRefreshToken } from './refresh-token.ts';

/** The only scope: to read what the wallet may read at `/mcp`. */
export const SCOPE = 'read';

/** Operations of the scope. A token keeps those that it was issued with. */
const operations = ['paidCalls'];

/** How long an access token is good, so that one in a log is soon worth nothing. */
const accessSeconds = 3_600;

/** A successful answer of the token endpoint (RFC 6749, 5.1). */
export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

interface Authorized extends RefreshGrant {
  wallet: string;
  serviceName: string;
  authMethod: AuthMethod;
}

/** An access token for an hour, and a refresh token for the rest of the time that the wallet signed for. */
export async function tokenAnswer(
  { secrets, config }: Pick<ServiceContext, 'secrets' | 'config'>,
  { wallet, serviceName, authMethod, ...grant }: Authorized,
): Promise<TokenAnswer> {
  const issuedAt = new Date();
  const expiresAt = new Date(Math.min(+grant.endsAt, +issuedAt + 1_000 * accessSeconds));
  return {
    access_token: await signServiceToken({
      ...{ keys: secrets.serviceTokenKeys, environment: config.environment },
      ...{ tokenId: grant.tokenId, wallet, serviceName, issuedAt, authMethod, expiresAt },
      allowedMutations: operations,
    }),
    token_type: 'Bearer',
    expires_in: Math.floor((+expiresAt - +issuedAt) / 1_000),
    refresh_token: await signRefreshToken(secrets.authorizationKeys, grant),
    scope: SCOPE,
  };
}
