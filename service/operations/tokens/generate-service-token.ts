import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { signServiceToken } from '#auth/service-token.ts';
import { revokeAllServiceName, serviceName } from '#auth/sign-in-message.ts';
import type { MutationGenerateServiceTokenArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { messageSignature, type Proof, proofBySignature, proofByUserToken } from '#core/tokens/proof.ts';
import { recordToken } from '#core/tokens/token-store.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { parseInput, walletAddress } from '#platform/input/input.ts';

const argsSchema = z
  .object({
    serviceName: serviceName.refine((name) => name !== revokeAllServiceName, {
      error: `must not be ${revokeAllServiceName}, which is reserved for revokeAllServiceTokens`,
    }),
    walletAddress: walletAddress.nullish(),
    messageSignature: messageSignature.nullish(),
    expiresIn: z.string().nullish(),
  })
  .refine((args) => Boolean(args.walletAddress) === Boolean(args.messageSignature), {
    error: 'and walletAddress must be passed together',
    path: ['messageSignature'],
  });

/**
 * Issues a service token to a wallet that signed the sign-in message (docs/specification/identity.md#sign-in) or that
 * a user token lists. A service token cannot issue another one; use extension instead.
 */
export async function generateServiceToken(context: RequestContext, args: MutationGenerateServiceTokenArgs) {
  const input = parseInput(argsSchema, args);
  const { wallet, proof } = await proofOf(context, input);
  const createdAt = proof.issuedAt;
  const row = { id: randomUUID(), wallet, serviceName: input.serviceName, createdAt };
  await recordToken(context.db, row, proof);
  return {
    token: await signServiceToken({
      keys: context.secrets.serviceTokenKeys,
      environment: context.config.environment,
      tokenId: row.id,
      wallet,
      serviceName: input.serviceName,
      issuedAt: createdAt,
      authMethod: proof.authMethod,
      expiresAt: proof.expiresAt,
    }),
    tokenId: row.id,
    serviceName: input.serviceName,
    expiresAt: proof.expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
    message: 'Service token issued.',
  };
}

/** The signature if present, else the user token. */
async function proofOf(
  context: RequestContext,
  input: z.output<typeof argsSchema>,
): Promise<{ wallet: string; proof: Proof }> {
  const { walletAddress: wallet, messageSignature: signature, serviceName, expiresIn } = input;
  if (wallet && signature)
    return { wallet, proof: await proofBySignature(context, { wallet, serviceName, signature }, expiresIn) };
  const { wallet: user } = context.caller;
  if (user.kind === 'user-token') return { wallet: user.wallet, proof: proofByUserToken(user, expiresIn) };
  if (user.kind === 'refused') throw user.error;
  throw new ServiceError(
    'UNAUTHENTICATED',
    'No wallet is proved. Pass walletAddress and messageSignature, or send a user token.',
    { reason: 'NO_AUTH' },
  );
}
