import type { QueryActivitiesArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { parseLogCursor } from '#core/feed/event-cursor.ts';
import { readFeed } from '#core/feed/feed-store.ts';
import { findLab } from '#core/labs/lab-rows.ts';
import { seesHidden } from '#core/rights/sees-hidden.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { parseOclId } from '#platform/input/input.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';
import { eventOfEntry, type LabEventRow, readEventLog } from './event-log-store.ts';

/** The feed of all labs, newest first; with `after`, what the event log has after it, oldest first. */
export async function activities(context: RequestContext, args: QueryActivitiesArgs) {
  const paging = clampPage(args, { default: 20, max: 100 });
  const filter = args.filter ?? undefined;
  if (args.after !== null && args.after !== undefined) return follow(context, args, paging.perPage);
  if (args.oclId !== null && args.oclId !== undefined)
    throw new ServiceError('INVALID_INPUT', 'oclId needs after. The feed of a lab by page is labActivity.', {
      reason: 'INVALID_CURSOR',
      details: { argument: 'after' },
    });
  const { rows, totalCount, endCursor } = await readFeed(context.db, { ...paging, filter });
  const pageInfo = pageInfoOf(paging, totalCount);
  return { activities: rows, events: rows.map(eventOfEntry), endCursor, pageInfo };
}

async function follow(context: RequestContext, args: QueryActivitiesArgs, perPage: number) {
  const after = parseLogCursor(args.after ?? '');
  const oclId = args.oclId ? parseOclId({ oclId: args.oclId }) : undefined;
  const lab = oclId && (await findLab(context.db, oclId));
  const { events, hasMore } = await readEventLog(context.db, {
    after,
    oclId,
    filter: args.filter ?? undefined,
    withHidden: lab ? await seesHidden(context, lab) : false,
    limit: perPage,
  });
  return {
    activities: events.flatMap(({ activity }) => (activity ? [activity] : [])),
    events,
    endCursor: endOf(events) ?? String(after),
    pageInfo: {
      hasNextPage: hasMore,
      hasPreviousPage: after > 0,
      currentPage: 0,
      totalPages: hasMore ? 2 : 1,
    },
  };
}

function endOf(events: readonly LabEventRow[]): string | null | undefined {
  return events.at(-1)?.cursor;
}
