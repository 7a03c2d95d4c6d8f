import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { signServiceToken } from '../auth/service-token.ts';
import { readSignInMessage } from '../auth/sign-in-message.ts';
import { verifySignature } from '../chain/signatures.ts';
import type { RequestContext } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { parseInput, walletAddress } from '../input.ts';
import type { MutationGenerateServiceTokenArgs } from '../schema.generated.ts';
import { serviceName } from './get-service-sign-in-message.ts';
import { parseLifetime } from './lifetime.ts';
import { recordToken } from './token-store.ts';

const argsSchema = z
  .object({
    serviceName,
    walletAddress: walletAddress.nullish(),
    messageSignature: z
      .string()
      .regex(/^0x([0-9a-fA-F]{2}){1,16384}$/, { error: 'must be a hex string' })
      .nullish(),
    expiresIn: z.string().nullish(),
  })
  .refine((args) => Boolean(args.walletAddress) === Boolean(args.messageSignature), {
    error: 'needs walletAddress and messageSignature together',
  });

/**
 * Issues a service token to a wallet that signed the sign-in message (service.md, "Authentication", rule 8), or that a user
 * token stands for. A service token gives no other one: what is to live longer is extended.
 */
export async function generateServiceToken(context: RequestContext, args: MutationGenerateServiceTokenArgs) {
  const input = parseInput(argsSchema, args);
  const lifetime = parseLifetime(input.expiresIn);
  const { wallet, authMethod, nonce } = await proofOf(context, input);

  // Whole seconds, as a JWT knows no finer.
  const createdAt = new Date(Math.floor(Date.now() / 1000) * 1000);
  const expiresAt = new Date(createdAt.getTime() + lifetime * 1000);
  const row = {
    id: randomUUID(),
    wallet,
    serviceName: input.serviceName,
    authMethod,
    createdAt,
    expiresAt,
  };
  await recordToken(context.db, row, nonce);
  return {
    token: await signServiceToken({
      key: context.secrets.serviceTokenKey,
      environment: context.config.environment,
      tokenId: row.id,
      issuedAt: createdAt,
      ...row,
    }),
    tokenId: row.id,
    serviceName: input.serviceName,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
    message: 'Service token issued.',
  };
}

interface Proof {
  wallet: string;
  authMethod: 'signature' | 'user-token';
  /** What the signature used up. */
  nonce: string | undefined;
}

/** A signature where one is given, else a user token. */
async function proofOf(context: RequestContext, input: z.output<typeof argsSchema>): Promise<Proof> {
  const { walletAddress: wallet, messageSignature: signature, serviceName } = input;
  if (wallet && signature) {
    const { message, nonce } = await readSignInMessage(context.db, wallet, serviceName);
    const signed = { address: wallet, message, signature: signature as `0x${string}` };
    if (!(await verifySignature(context.chain, signed))) {
      throw new ServiceError(
        'UNAUTHENTICATED',
        'The signature is not one of this wallet over the sign-in message.',
        { reason: 'INVALID_SIGNATURE' },
      );
    }
    return { wallet, authMethod: 'signature', nonce };
  }
  const { wallet: user } = context.caller;
  if (user.kind === 'user-token') return { wallet: user.wallet, authMethod: 'user-token', nonce: undefined };
  if (user.kind === 'refused') throw user.error;
  throw new ServiceError(
    'UNAUTHENTICATED',
    'Give walletAddress and messageSignature to prove control of a wallet, or send a user token.',
    { reason: 'NO_AUTH' },
  );
}
