import { z } from 'zod';
import type { MutationRevokeConsumerCredentialArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { parseInput } from '#platform/input/input.ts';
import { credentialsOf, revokeCredentialOf } from './credential-store.ts';

/** The valid credentials of the caller's wallet, newest first. */
export async function consumerCredentials(context: RequestContext) {
  return credentialsOf(context.db, await requireWallet(context));
}

const argsSchema = z.object({ consumerId: z.string().max(100) });

/** Revokes a credential of the caller's wallet on all processes at once. */
export async function revokeConsumerCredential(
  context: RequestContext,
  args: MutationRevokeConsumerCredentialArgs,
) {
  const wallet = await requireWallet(context);
  const { consumerId } = parseInput(argsSchema, args);
  if (!(await revokeCredentialOf(context.db, wallet, consumerId)))
    throw new ServiceError('NOT_FOUND', 'The wallet has no valid credential with this id.', {
      reason: 'CREDENTIAL_NOT_FOUND',
    });
  return { consumerId, message: 'Credential revoked.' };
}
