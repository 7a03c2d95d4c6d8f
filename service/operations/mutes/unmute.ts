import { z } from 'zod';
import type { MutationUnmuteArgs } from '#service/contract/schema.generated.ts';
import type { RequestContext } from '#service/core/context/context.ts';
import { requireWallet } from '#service/core/rights/authorize.ts';
import { parseInput } from '#service/platform/input/input.ts';
import { removeMute } from './mute-store.ts';

const argsSchema = z.object({ id: z.uuid() });

/** Ends a mute of the caller's wallet. Succeeds where there is none. */
export async function unmute(context: RequestContext, args: MutationUnmuteArgs) {
  const wallet = await requireWallet(context);
  const { id } = parseInput(argsSchema, args);
  await removeMute(context.db, wallet, id);
  return { message: 'No longer muted.' };
}
