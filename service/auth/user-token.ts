import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { UserTokensConfig } from '../platform/config/user-tokens.ts';
import { type ReasonOf, ServiceError } from '../platform/errors.ts';
import { issuerKeys, type KeyTiming } from './issuer-keys.ts';
import { walletsOfClaims } from './wallets-of-claims.ts';

/** What a genuine user token says. */
export interface VerifiedUser {
  /** Lowercase; all that the token itself lists. */
  wallets: ReadonlySet<string>;
  /** Consumers that the token's audiences are registered to. */
  consumerIds: ReadonlySet<string>;
  /** When the identity provider's word ends (`exp`). */
  expiresAt: Date;
}

/**
 * Verifies a user token, or throws a ServiceError: `UNAUTHENTICATED`, reason `INVALID_TOKEN`, `UNKNOWN_AUDIENCE` or
 * `TOKEN_EXPIRED`;
 * `UPSTREAM_UNAVAILABLE` when the provider's keys cannot be had.
 */
export type VerifyUserToken = (token: string) => Promise<VerifiedUser>;

/** Public-key signatures only: with a shared secret, every verifier could issue tokens. */
const algorithms = ['RS256', 'ES256', 'EdDSA'];
/** Types of a token that is meant to be sent with a request: others of the same issuer (`logout+jwt`, …) are not. */
const types = new Set(['jwt', 'at+jwt']);
/** For clocks that differ. */
const leewaySeconds = 30;

/** The verifier of the configured identity provider; `null` where there is none. */
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
    // Not the error itself: it carries the claims, and they are nobody's business in a log.
    const cause = error instanceof errors.JOSEError ? error.code : 'ERR_TYPE';
    const { reason, message } = explainRejection(error);
    throw new ServiceError('UNAUTHENTICATED', message, { reason, cause });
  }
}

/** What is wrong with a token. Its signature is checked first, so the claims are told to nobody but their bearer. */
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
