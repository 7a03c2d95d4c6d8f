import type { QueryLabActivityArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { readLabFeed } from '#core/feed/feed-store.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { seesHidden } from '#core/rights/sees-hidden.ts';
import { parseOclId } from '#platform/input/input.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';
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
