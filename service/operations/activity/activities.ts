import type { RequestContext } from '#service/context.ts';
import { clampPage, pageInfoOf } from '#service/platform/page.ts';
import type { QueryActivitiesArgs } from '#service/schema.generated.ts';
import { readFeed } from './feed-store.ts';

/** The feed of all labs, newest first. */
export async function activities(context: RequestContext, args: QueryActivitiesArgs) {
  const paging = clampPage(args, { default: 20, max: 100 });
  const { rows, totalCount } = await readFeed(context.db, { ...paging, filter: args.filter ?? undefined });
  return { activities: rows, pageInfo: pageInfoOf(paging, totalCount) };
}
