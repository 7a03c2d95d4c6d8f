import type { QueryInboxArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';
import { readInbox } from './inbox-store.ts';

/** The notices of the caller's wallet, newest first. */
export async function inbox(context: RequestContext, args: QueryInboxArgs) {
  const wallet = await requireWallet(context);
  const paging = clampPage(args, { default: 20, max: 100 });
  const onlyUnread = args.onlyUnread ?? false;
  const { rows, totalCount, unreadCount } = await readInbox(context.db, wallet, { ...paging, onlyUnread });
  return { nodes: rows, totalCount, unreadCount, pageInfo: pageInfoOf(paging, totalCount) };
}
