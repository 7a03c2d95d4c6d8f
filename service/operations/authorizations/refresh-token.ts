import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { verifySigned } from '#auth/verify-signed.ts';
import type { SigningKeys } from '#platform/config/secrets.ts';
import { OAuthError } from './oauth-error.ts';

/** A separate type, so that no other JWT of the service passes as a refresh token. */
const TYPE = 'labroom-refresh+jwt';

/** What a refresh token is good for. */
export interface RefreshGrant {
  tokenId: string;
  clientId: string;
  /** Refreshes of the token before. */
  refreshes: number;
  /** When what the wallet signed for ends. */
  endsAt: Date;
}

const claimsSchema = z.object({ tid: z.uuid(), client: z.string(), n: z.int().min(0) });

/** Signs a refresh token. It is good once, for this program, until the end of what the wallet signed for. */
export function signRefreshToken(
  [key]: SigningKeys,
  { tokenId, clientId, refreshes, endsAt }: RefreshGrant,
): Promise<string> {
  return new SignJWT({ tid: tokenId, client: digest(clientId), n: refreshes })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setIssuedAt()
    .setExpirationTime(Math.floor(+endsAt / 1_000))
    .sign(key);
}

/**
 * Reads a refresh token of a program.
 * @throws OAuthError `invalid_grant`
 */
export async function readRefreshToken(
  keys: SigningKeys,
  token: string,
  clientId: string,
): Promise<Pick<RefreshGrant, 'tokenId' | 'refreshes'>> {
  const rules = { algorithms: ['HS256'], typ: TYPE, requiredClaims: ['exp', 'tid', 'client', 'n'] };
  const payload = await verifySigned(token, keys, rules).catch(() => null);
  const { data: claims } = claimsSchema.safeParse(payload);
  if (!claims) throw new OAuthError('invalid_grant', 'The refresh token is not valid, or has expired.');
  if (claims.client !== digest(clientId))
    throw new OAuthError('invalid_grant', 'The refresh token was given to another client_id.');
  return { tokenId: claims.tid, refreshes: claims.n };
}

const digest = (clientId: string) => createHash('sha256').update(clientId).digest('base64url');
