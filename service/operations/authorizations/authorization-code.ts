import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { bytesToHex, type Hex, hexToBytes } from 'viem';
import { z } from 'zod';
import { verifySigned } from '#auth/verify-signed.ts';
import type { Proof } from '#core/tokens/proof.ts';
import type { SigningKeys } from '#platform/config/secrets.ts';
import { OAuthError } from './oauth-error.ts';

/** A separate type, so that no other JWT of the service passes as a code. */
const TYPE = 'labroom-code+jwt';
/** A browser takes the code to the program at once. */
const codeSeconds = 60;

/** What a wallet allowed a program, and what the program must prove to get the token. */
export interface AuthorizationCode {
  /** Id of the token that the code becomes. One signature has one id, so it becomes one token. */
  tokenId: string;
  wallet: string;
  serviceName: string;
  proof: Proof;
  client: { clientId: string; redirectUri: string };
  /** SHA-256 of the verifier, Base64url. */
  codeChallenge: string;
}

const claimsSchema = z.object({
  sub: z.string(),
  tid: z.uuid(),
  svc: z.string(),
  client: z.string(),
  challenge: z.string(),
  authMethod: z.enum(['key-signature', 'contract-signature']),
  iat: z.int(),
  until: z.int(),
  confirmed: z.object({ hash: z.string(), signature: z.string() }).optional(),
});

/** The token id that a signed message has: a UUID of its hash (RFC 9562, version 8). */
export function tokenIdOf(signedHash: Hex): string {
  const hex = signedHash.slice(2);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Signs a code. It is good for a minute, and nothing is stored for it. */
export function signCode([key]: SigningKeys, code: AuthorizationCode): Promise<string> {
  const { tokenId, wallet, serviceName, proof, client, codeChallenge } = code;
  const { authMethod, issuedAt, expiresAt, confirmed } = proof;
  const signed = confirmed && { hash: confirmed.signedHash, signature: toBase64(confirmed.signature) };
  return new SignJWT({
    tid: tokenId,
    svc: serviceName,
    client: digest(client),
    challenge: codeChallenge,
    authMethod,
    until: +expiresAt / 1_000,
    ...(signed && { confirmed: signed }),
  })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(wallet)
    .setIssuedAt(+issuedAt / 1_000)
    .setExpirationTime(+issuedAt / 1_000 + codeSeconds)
    .sign(key);
}

/**
 * Reads a code for the program that it was given to and that knows the verifier.
 * @throws OAuthError `invalid_grant`
 */
export async function readCode(
  keys: SigningKeys,
  code: string,
  { codeVerifier, ...client }: AuthorizationCode['client'] & { codeVerifier: string },
): Promise<Omit<AuthorizationCode, 'client' | 'codeChallenge'>> {
  const rules = { algorithms: ['HS256'], typ: TYPE, requiredClaims: ['exp', 'iat', 'sub', 'tid'] };
  const payload = await verifySigned(code, keys, rules).catch(() => null);
  const { data: claims } = claimsSchema.safeParse(payload);
  if (!claims) throw new OAuthError('invalid_grant', 'The code is not valid, or is older than a minute.');
  if (claims.client !== digest(client))
    throw new OAuthError('invalid_grant', 'The code was given to another client_id or redirect_uri.');
  if (claims.challenge !== createHash('sha256').update(codeVerifier).digest('base64url'))
    throw new OAuthError('invalid_grant', 'code_verifier does not match the code_challenge.');
  const { sub, tid, svc, authMethod, iat, until, confirmed } = claims;
  return {
    tokenId: tid,
    wallet: sub,
    serviceName: svc,
    proof: {
      authMethod,
      issuedAt: new Date(1_000 * iat),
      expiresAt: new Date(1_000 * until),
      ...(confirmed && {
        confirmed: {
          signedHash: confirmed.hash as Hex,
          signature: bytesToHex(Buffer.from(confirmed.signature, 'base64url')),
          // Confirmed while the code was made, so a minute ago at most.
          askedAt: performance.now() - 1_000 * codeSeconds,
        },
      }),
    },
  };
}

const toBase64 = (hex: Hex) => Buffer.from(hexToBytes(hex)).toString('base64url');

const digest = ({ clientId, redirectUri }: AuthorizationCode['client']) =>
  createHash('sha256')
    .update(JSON.stringify([clientId, redirectUri]))
    .digest('base64url');
