import { type Hex, hashMessage } from 'viem';
import { z } from 'zod';
import { callScopeOf } from '#auth/caller.ts';
import { readSignInMessage } from '#auth/sign-in-message.ts';
import { isSignedByKey, verifyHash } from '#chain/signatures.ts';
import type { RequestContext } from '#core/context/context.ts';
import type { AuthMethod } from '#platform/db/tables/tokens.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { LONG_SECONDS, parseLifetime, SHORT_SECONDS } from './lifetime.ts';

export const messageSignature = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2}){1,16384}$/, { error: 'must be a hex string' })
  .transform((text) => text as Hex);

/** Proof of a token, and its term. */
export interface Proof {
  authMethod: AuthMethod;
  /** When the token is issued or extended; `expiresAt` is counted from it. */
  issuedAt: Date;
  expiresAt: Date;
  /** The nonce that a signature uses up. */
  nonce?: string;
  /**
   * The hash and signature to confirm with the wallet's contract again, and the time of the last confirmation by
   * `performance.now()`.
   */
  confirmed?: { signedHash: Hex; signature: Hex; askedAt: number };
}

interface SignedRequest {
  wallet: `0x${string}`;
  serviceName: string;
  signature: Hex;
}

/**
 * A signature over the current sign-in message of a wallet and service name, by the wallet's key or confirmed by its contract.
 * @throws ServiceError `UNAUTHENTICATED`, reason `INVALID_SIGNATURE`, `NONCE_NOT_FOUND` or `NONCE_EXPIRED`;
 *   `VALIDATION_FAILED`, also where a contract signs for more than a day; `UPSTREAM_UNAVAILABLE`
 */
export async function proofBySignature(
  context: RequestContext,
  { wallet, serviceName, signature }: SignedRequest,
  expiresIn: string | null | undefined,
): Promise<Proof> {
  const { message, nonce } = await readSignInMessage(context.db, wallet, serviceName);
  const signed = { wallet, signedHash: hashMessage(message), signature };
  return { ...(await proofOfHash(context, signed, expiresIn)), nonce };
}

/**
 * A signature over a hash, by the wallet's key or confirmed by its contract. Whether it was used before is for the caller to decide.
 * @throws ServiceError as `proofBySignature`, without the reasons of nonces
 */
export async function proofOfHash(
  context: RequestContext,
  { wallet, signedHash, signature }: Pick<SignedRequest, 'wallet' | 'signature'> & { signedHash: Hex },
  expiresIn: string | null | undefined,
): Promise<Proof> {
  if (await isSignedByKey(wallet, signedHash, signature))
    return { authMethod: 'key-signature', ...termOf(expiresIn, LONG_SECONDS) };
  // Checked before the contract is called, because a caller may not know the kind of its wallet and try a long
  // lifetime first.
  const term = termOf(expiresIn, SHORT_SECONDS);
  const askedAt = performance.now();
  const signed = { address: wallet, hash: signedHash, signature };
  if (!(await verifyHash(context.chain, signed, callScopeOf(context)))) {
    throw new ServiceError(
      'UNAUTHENTICATED',
      'The signature does not match the wallet and the message. Sign the message unchanged.',
      { reason: 'INVALID_SIGNATURE' },
    );
  }
  const confirmed = { signedHash, signature, askedAt };
  return { authMethod: 'contract-signature', ...term, confirmed };
}

/** Proof by the user token of the request. The service token ends with it at the latest. */
export function proofByUserToken(
  userToken: { expiresAt: Date },
  expiresIn: string | null | undefined,
): Proof {
  const { issuedAt, expiresAt: wanted } = termOf(expiresIn, SHORT_SECONDS);
  const expiresAt = wanted < userToken.expiresAt ? wanted : userToken.expiresAt;
  // The user token can have expired within the allowed clock difference.
  if (expiresAt.getTime() <= Date.now())
    throw new ServiceError('UNAUTHENTICATED', 'The user token has expired. Sign in again.', {
      reason: 'TOKEN_EXPIRED',
    });
  return { authMethod: 'user-token', issuedAt, expiresAt };
}

/** A lifetime from now. Both ends are whole seconds, as in a JWT, from one reading of the clock. */
export function termOf(
  expiresIn: string | null | undefined,
  longest: Parameters<typeof parseLifetime>[1],
): Pick<Proof, 'issuedAt' | 'expiresAt'> {
  const now = Math.floor(Date.now() / 1_000);
  const end = now + parseLifetime(expiresIn, longest);
  return { issuedAt: new Date(1_000 * now), expiresAt: new Date(1_000 * end) };
}
