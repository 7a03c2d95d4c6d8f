import { randomUUID } from 'node:crypto';
import type { Environment } from '@labroom/protocol/environments';
import { eq } from 'drizzle-orm';
import { errors, SignJWT } from 'jose';
import { z } from 'zod';
import { ServiceError } from '#platform/errors/errors.ts';
import type { SigningKeys } from '../platform/config/secrets.ts';
import type { Reader } from '../platform/db/database.ts';
import { type AuthMethod, authMethods, serviceTokens } from '../platform/db/tables/tokens.ts';
import type { ServiceTokenBearer } from './caller.ts';
import { type TokenRow, tokenRowColumns } from './credential-reads.ts';
import { verifySigned } from './verify-signed.ts';

/** A separate type, so that no other JWT signed by the service passes as a service token. */
const TYPE = 'labroom-service+jwt';
const ISSUER = 'labroom';

const claimsSchema = z.object({
  sub: z.string(),
  tid: z.uuid(),
  svc: z.string(),
  authMethod: z.enum(authMethods),
  allowedMutations: z.array(z.string()).optional(),
});

interface IssueArgs {
  keys: SigningKeys;
  environment: Environment;
  tokenId: string;
  wallet: string;
  serviceName: string;
  authMethod: AuthMethod;
  issuedAt: Date;
  expiresAt: Date;
  allowedMutations?: string[];
}

/** Signs a service token; the claims are listed in docs/specification/identity.md#service-tokens. */
export function signServiceToken(args: IssueArgs): Promise<string> {
  return new SignJWT({
    adminAddress: args.wallet,
    tid: args.tokenId,
    svc: args.serviceName,
    authMethod: args.authMethod,
    ...(args.allowedMutations && { allowedMutations: args.allowedMutations }),
  })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(args.environment)
    .setSubject(args.wallet)
    .setJti(randomUUID())
    .setIssuedAt(seconds(args.issuedAt))
    .setExpirationTime(seconds(args.expiresAt))
    .sign(args.keys[0]);
}

/**
 * Verifies a service token: signature, type, issuer, audience and expiry, and in the database that it was not revoked.
 * @throws ServiceError `UNAUTHENTICATED`, reason `INVALID_TOKEN`, for a token that this service did not issue.
 */
export async function verifyServiceToken(
  db: Reader,
  keys: SigningKeys,
  environment: Environment,
  token: string,
): Promise<ServiceTokenBearer> {
  const signed = await readServiceToken(keys, environment, token);
  const [row] = await db
    .select(tokenRowColumns)
    .from(serviceTokens)
    .where(eq(serviceTokens.id, signed.tokenId));
  return bearerOf(signed, row);
}

/** A service token with a valid signature, before its state is read from the database. */
export type SignedToken = Omit<ServiceTokenBearer, 'state' | 'authMethod'> & { isExpired: boolean };

/** Verifies everything that needs no database. @throws ServiceError as `verifyServiceToken` */
export async function readServiceToken(
  keys: SigningKeys,
  environment: Environment,
  token: string,
): Promise<SignedToken> {
  const { claims, isExpired } = await readClaims(keys, environment, token);
  return {
    wallet: claims.sub,
    tokenId: claims.tid,
    allowedMutations: claims.allowedMutations,
    isExpired,
  };
}

/** Combines a signed token with its state in the database. @throws ServiceError as `verifyServiceToken` */
export function bearerOf(
  { isExpired, ...bearer }: SignedToken,
  row: TokenRow | null | undefined,
): ServiceTokenBearer {
  if (!row || row.wallet !== bearer.wallet) throw invalidToken();
  const ended = row.signerRejected ? 'rejected' : row.revokedAt ? 'revoked' : undefined;
  const state = ended ?? (isExpired || row.hasExpired ? 'expired' : 'live');
  return { ...bearer, authMethod: row.authMethod, state };
}

async function readClaims(keys: SigningKeys, environment: Environment, token: string) {
  const rules = {
    algorithms: ['HS256'],
    typ: TYPE,
    issuer: ISSUER,
    audience: environment,
    requiredClaims: ['exp', 'sub', 'jti', 'tid'],
  };
  try {
    const payload = await verifySigned(token, keys, rules);
    return { claims: claimsSchema.parse(payload), isExpired: false };
  } catch (error) {
    // jose checks signature, type, issuer and audience before the expiry, so the payload of an expired token is genuine.
    const claims = error instanceof errors.JWTExpired ? claimsSchema.safeParse(error.payload) : undefined;
    if (claims?.success) return { claims: claims.data, isExpired: true };
    throw invalidToken(error);
  }
}

function invalidToken(cause?: unknown): ServiceError {
  return new ServiceError('UNAUTHENTICATED', `${explainInvalid(cause)} Sign in again.`, {
    reason: 'INVALID_TOKEN',
    cause,
  });
}

/** The signature is verified first, so only the holder of a genuine token learns about its claims. */
function explainInvalid(cause: unknown): string {
  if (cause instanceof errors.JWSSignatureVerificationFailed)
    return 'The service token is not signed by this service, or was signed for another environment.';
  if (cause instanceof errors.JWTClaimValidationFailed)
    return cause.claim === 'aud'
      ? 'The service token is for another environment.'
      : `The claim ${cause.claim} of the service token is not accepted.`;
  if (cause instanceof errors.JOSEError) return 'X-Service-Token must be a token of generateServiceToken.';
  return 'The service token is invalid.';
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
