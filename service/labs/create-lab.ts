import { z } from 'zod';
import { requireLabOwner } from '../auth/authorize.ts';
import type { RequestContext } from '../context.ts';
import { createDidKey } from '../did/did-key.ts';
import { oclId, parseInput } from '../input.ts';
import type { MutationCreateLabArgs } from '../schema.generated.ts';
import { insertLab } from './lab-store.ts';
import { labAlreadyRegistered } from './require-registered-lab.ts';

/**
 * Returns the lab's id, lowercase.
 * @throws ServiceError `VALIDATION_FAILED`, reason `INVALID_OCL_ID`
 */
export function parseCreateLabArgs({ input }: MutationCreateLabArgs): `0x${string}` {
  return parseInput(z.object({ input: z.object({ oclId }) }), { input }).input.oclId;
}

/** Registers an onchain lab and opens its data room (service.md, "Lab registration"). */
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
