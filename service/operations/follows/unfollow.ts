import { z } from 'zod';
import type { MutationUnfollowArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { parseInput } from '#platform/input/input.ts';
import { removeFollow } from './follow-store.ts';

const argsSchema = z.object({ id: z.uuid() });

/** Ends a follow of the caller's wallet. Succeeds where there is none. */
export async function unfollow(context: RequestContext, args: MutationUnfollowArgs) {
  const wallet = await requireWallet(context);
  const { id } = parseInput(argsSchema, args);
  await removeFollow(context.db, wallet, id);
  return { message: 'No longer followed.' };
}
