import type { QueryFollowsArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';
import { pageFollows } from './follow-store.ts';

/** What the caller's wallet follows, newest first. */
export async function follows(context: RequestContext, args: QueryFollowsArgs) {
  const wallet = await requireWallet(context);
  const paging = clampPage(args, { default: 50, max: 200 });
  const { rows, totalCount } = await pageFollows(context.db, wallet, paging);
  return { nodes: rows, totalCount, pageInfo: pageInfoOf(paging, totalCount) };
}
