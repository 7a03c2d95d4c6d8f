import { z } from 'zod';
import type { Caller } from '#auth/caller.ts';
import { signServiceToken } from '#auth/service-token.ts';
import type { MutationExtendServiceTokenArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireTokenHolder } from '#core/rights/authorize.ts';
import { LONG_SECONDS, parseLifetime } from '#core/tokens/lifetime.ts';
import {
  messageSignature,
  type Proof,
  proofBySignature,
  proofByUserToken,
  termOf,
} from '#core/tokens/proof.ts';
import { extendToken, type ServiceTokenRow } from '#core/tokens/token-store.ts';
import type { AuthMethod } from '#platform/db/tables/tokens.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { parseInput } from '#platform/input/input.ts';
import { ownToken } from './own-token.ts';

const argsSchema = z.object({
  tokenId: z.string(),
  expiresIn: z.string(),
  messageSignature: messageSignature.nullish(),
});

/** A new JWT of the caller's own token, with an expiry counted from now. */
export async function extendServiceToken(context: RequestContext, args: MutationExtendServiceTokenArgs) {
  const wallet = await requireTokenHolder(context, args.tokenId);
  const input = parseInput(argsSchema, args);
  parseLifetime(input.expiresIn, LONG_SECONDS);
  const token = await ownToken(context, input.tokenId, wallet);
  if (token.revokedAt)
    throw new ServiceError('FAILED_PRECONDITION', 'The token was revoked. Sign in again.', {
      reason: 'TOKEN_REVOKED',
    });
  if (hasExpired(context)) throw expired();
  const { messageSignature: signature, expiresIn } = input;
  const proof = signature
    ? await proofBySignature(context, { wallet, serviceName: token.serviceName, signature }, expiresIn)
    : standingProof(context.caller, token, expiresIn);
  const extended = await extendToken(context.db, token, proof);
  if (!extended) throw expired();
  return {
    token: await signServiceToken({
      keys: context.secrets.serviceTokenKeys,
      environment: context.config.environment,
      tokenId: token.id,
      wallet,
      serviceName: token.serviceName,
      authMethod: proof.authMethod,
      issuedAt: proof.issuedAt,
      expiresAt: proof.expiresAt,
    }),
    tokenId: token.id,
    expiresAt: proof.expiresAt.toISOString(),
    message: 'Service token extended.',
  };
}

/**
 * The proof of a request without a signature. Only a token that the wallet's own key signed for extends itself and
 * tokens of that kind. A contract or an identity provider must confirm the wallet again; otherwise a removed signer
 * would keep access.
 * @throws ServiceError `UNAUTHENTICATED`, reason `FRESH_PROOF_REQUIRED`
 */
function standingProof({ wallet }: Caller, { authMethod }: ServiceTokenRow, expiresIn: string): Proof {
  if (wallet.kind === 'user-token' && authMethod === 'user-token') return proofByUserToken(wallet, expiresIn);
  if (wallet.kind === 'service-token' && isByKey(wallet.authMethod) && isByKey(authMethod))
    return { authMethod, ...termOf(expiresIn, LONG_SECONDS) };
  throw new ServiceError(
    'UNAUTHENTICATED',
    authMethod === 'user-token'
      ? 'Extending this token needs a user token of the wallet, or messageSignature over a new sign-in message.'
      : 'Extending this token needs messageSignature over a new message of getServiceSignInMessage for its service name.',
    { reason: 'FRESH_PROOF_REQUIRED' },
  );
}

/** Includes tokens from before the kinds were distinguished; tokens of contracts were rejected earlier. */
function isByKey(authMethod: AuthMethod): boolean {
  return authMethod === 'key-signature' || authMethod === 'signature';
}

function hasExpired({ caller }: RequestContext): boolean {
  return caller.wallet.kind === 'service-token' && caller.wallet.state === 'expired';
}

function expired(): ServiceError {
  return new ServiceError('FAILED_PRECONDITION', 'The token has expired. Sign in again.', {
    reason: 'TOKEN_EXPIRED',
  });
}
