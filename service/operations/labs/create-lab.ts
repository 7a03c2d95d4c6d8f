import type { Address } from 'viem';
import { z } from 'zod';
import type { MutationCreateLabArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { createDidKey } from '#core/did/did-key.ts';
import { labAlreadyRegistered } from '#core/labs/require-registered-lab.ts';
import { type CheckContext, requireLabOwner, requireOwnedIdentity } from '#core/rights/authorize.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { insertLab } from './lab-store.ts';

/**
 * Returns the lab's id, lowercase.
 * @throws ServiceError `VALIDATION_FAILED`, reason `INVALID_OCL_ID`
 */
export function parseCreateLabArgs({ input }: MutationCreateLabArgs): `0x${string}` {
  return parseInput(z.object({ input: z.object({ oclId }) }), { input }).input.oclId;
}

/** The refusals of `createLab` for a wallet, without registering anything. */
export async function checkCreateLab(
  context: CheckContext,
  wallet: Address,
  args: MutationCreateLabArgs,
): Promise<void> {
  await requireOwnedIdentity(context, parseCreateLabArgs(args), wallet);
}

/** Registers an onchain lab and opens its data room (docs/specification/labs.md#registration). */
export async function createLab(context: RequestContext, args: MutationCreateLabArgs) {
  const id = parseCreateLabArgs(args);
  const { wallet, identity } = await requireLabOwner(context, id);

  const lab = await insertLab(context.db, {
    oclId: id,
    tokenId: identity.tokenId.toString(),
    account: identity.account.toLowerCase(),
    registeredBy: wallet,
    storageLimit: context.config.limits.storagePerLab,
    accountKey: await createDidKey(context, 'account'),
    dataRoomKey: await createDidKey(context, 'dataRoom'),
  });
  if (!lab) throw labAlreadyRegistered(id);
  return { message: 'Lab registered.', lab };
}
