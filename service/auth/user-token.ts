import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { type ReasonOf, ServiceError } from '#platform/errors/errors.ts';
import type { UserTokensConfig } from '../platform/config/config.ts';
import { issuerKeys, type KeyTiming } from './issuer-keys.ts';
import type { VerifyUserToken } from './verified-user.ts';
import { walletsOfClaims } from './wallets-of-claims.ts';

/** Public-key signatures only: with a shared secret, every verifier could issue tokens. */
const algorithms = ['RS256', 'ES256', 'EdDSA'];
/** Types of tokens that are sent with requests. Other tokens of the same issuer (`logout+jwt`, …) are rejected. */
const types = new Set(['jwt', 'at+jwt']);
/** Allowed clock difference. */
const leewaySeconds = 30;

/** Returns the verifier of the configured identity provider; `null` without one. */
export function createUserTokenVerifier(
  config: UserTokensConfig | null,
  timing?: KeyTiming,
): VerifyUserToken | null {
  if (!config) return null;
  const keys = issuerKeys(config, timing);
  return async (token) => {
    const claims = await readClaims(config, keys, token);
    const audiences = [claims.aud ?? []].flat();
    const consumerIds = config.audiences
      .filter(({ audience }) => audiences.includes(audience))
      .flatMap(({ consumerId }) => consumerId ?? []);
    return {
      wallets: walletsOfClaims(claims, config.walletClaim),
      consumerIds: new Set(consumerIds),
      expiresAt: new Date(1_000 * (claims.exp ?? 0)),
    };
  };
}

async function readClaims(
  config: UserTokensConfig,
  keys: JWTVerifyGetKey,
  token: string,
): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms,
      issuer: config.issuer,
      audience: config.audiences.map(({ audience }) => audience),
      clockTolerance: leewaySeconds,
      requiredClaims: ['exp', 'sub'],
    });
    const type = (protectedHeader.typ ?? 'JWT').toLowerCase().replace(/^application\//, '');
    if (!types.has(type)) throw new Error(`A token of the type ${type}`);
    return payload;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    // The error itself contains the claims, which must not be logged.
    const cause = error instanceof errors.JOSEError ? error.code : 'ERR_TYPE';
    const { reason, message } = explainRejection(error);
    throw new ServiceError('UNAUTHENTICATED', message, { reason, cause });
  }
}

/**
 * Explains what is wrong with a token. The signature is verified first, so only the token's holder can learn about its
 * claims.
 */
function explainRejection(error: unknown): { reason: ReasonOf<'UNAUTHENTICATED'>; message: string } {
  if (error instanceof errors.JWTExpired)
    return { reason: 'TOKEN_EXPIRED', message: 'The user token has expired. Sign in again.' };
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud')
      return {
        reason: 'UNKNOWN_AUDIENCE',
        message: 'The audience of the user token is not registered with this service.',
      };
    return {
      reason: 'INVALID_TOKEN',
      message: `The claim ${error.claim} of the user token is not accepted.`,
    };
  }
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) {
    const message = 'The user token is not signed by a current key of the identity provider.';
    return { reason: 'INVALID_TOKEN', message };
  }
  const message = 'The user token must be a signed access or ID token (JWT).';
  return { reason: 'INVALID_TOKEN', message };
}
