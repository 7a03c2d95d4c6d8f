import { z } from 'zod';
import { revokeAllServiceName as serviceName } from '#auth/sign-in-message.ts';
import type { MutationRevokeAllServiceTokensArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { messageSignature, proofBySignature } from '#core/tokens/proof.ts';
import { revokeAll } from '#core/tokens/token-store.ts';
import { parseInput, walletAddress } from '#platform/input/input.ts';

const argsSchema = z.object({ walletAddress, messageSignature });

/**
 * Revokes all tokens of a wallet for a caller that can sign for it now. Needs no token, because the signer of the old
 * tokens may be gone.
 */
export async function revokeAllServiceTokens(
  context: RequestContext,
  args: MutationRevokeAllServiceTokensArgs,
) {
  const { walletAddress: wallet, messageSignature: signature } = parseInput(argsSchema, args);
  const proof = await proofBySignature(context, { wallet, serviceName, signature }, undefined);
  const revokedCount = await revokeAll(context.db, wallet, serviceName, proof);
  return { revokedCount, message: `Service tokens revoked: ${revokedCount}.` };
}
