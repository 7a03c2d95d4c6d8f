import { z } from 'zod';
import type { MutationMarkInboxReadArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { parseInput } from '#platform/input/input.ts';
import { markRead } from './inbox-store.ts';

const noticeId = z
  .string()
  .regex(/^\d{1,15}$/, { error: 'must be the id of a notice' })
  .transform(Number);
const argsSchema = z.object({ ids: z.array(noticeId).max(100).nullish() });

/** Marks notices of the caller's wallet as read. Ids of other inboxes have no effect. */
export async function markInboxRead(context: RequestContext, args: MutationMarkInboxReadArgs) {
  const wallet = await requireWallet(context);
  const { ids } = parseInput(argsSchema, args);
  const markedCount = await markRead(context.db, wallet, ids ?? null);
  return { markedCount, message: 'Marked as read.' };
}
