import { z } from 'zod';
import type { MutationUnmuteArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { parseInput } from '#platform/input/input.ts';
import { removeMute } from './mute-store.ts';

const argsSchema = z.object({ id: z.uuid() });

/** Ends a mute of the caller's wallet. Succeeds where there is none. */
export async function unmute(context: RequestContext, args: MutationUnmuteArgs) {
  const wallet = await requireWallet(context);
  const { id } = parseInput(argsSchema, args);
  await removeMute(context.db, wallet, id);
  return { message: 'No longer muted.' };
}
