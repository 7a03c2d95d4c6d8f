import type { QueryLabActivityArgs } from '#service/contract/schema.generated.ts';
import type { RequestContext } from '#service/core/context/context.ts';
import { readLabFeed } from '#service/core/feed/feed-store.ts';
import { requireRegisteredLab } from '#service/core/labs/require-registered-lab.ts';
import { seesHidden } from '#service/core/rights/sees-hidden.ts';
import { parseOclId } from '#service/platform/input/input.ts';
import { clampPage, pageInfoOf } from '#service/platform/input/page.ts';
import { eventOfEntry } from './event-log-store.ts';

/** The feed of one lab, newest first. */
export async function labActivity(context: RequestContext, args: QueryLabActivityArgs) {
  const id = parseOclId(args);
  const lab = await requireRegisteredLab(context, id);
  const paging = clampPage(args, { default: 20, max: 100 });
  const query = { ...paging, filter: args.filter ?? undefined };
  const { rows, totalCount } = await readLabFeed(context.db, lab, query, await seesHidden(context, lab));
  return { nodes: rows, events: rows.map(eventOfEntry), pageInfo: pageInfoOf(paging, totalCount) };
}
