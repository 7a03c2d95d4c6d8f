import type { RequestContext } from '#core/context/context.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { mutesOf } from './mute-store.ts';

/** What the caller's wallet muted, newest first. */
export async function mutes(context: RequestContext) {
  const nodes = await mutesOf(context.db, await requireWallet(context));
  return { nodes, totalCount: nodes.length };
}
