import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { RequestContext } from '#service/context.ts';
import { oclId, parseInput } from '#service/platform/input.ts';
import { clampPage, pageInfoOf } from '#service/platform/page.ts';
import type { FileChange, QueryLabChangesArgs } from '#service/schema.generated.ts';
import { readEntryChanges } from '../activity/feed-store.ts';
import { requireRegisteredLab } from '../labs/require-registered-lab.ts';

/** Moves and deletions of a page. */
const EVENTS_PER_PAGE = 50;

const argsSchema = z
  .object({ oclId, since: z.date(), until: z.date() })
  .refine(({ since, until }) => since < until, { path: ['until'], error: 'must be after since' });

/** Files that were added or got versions between two moments, by path, and what was moved or deleted in that time. */
export async function labChanges(context: RequestContext, args: QueryLabChangesArgs) {
  const input = parseInput(argsSchema, {
    oclId: args.oclId,
    since: new Date(args.since),
    until: args.until ? new Date(args.until) : context.startedAt,
  });
  const { oclId } = await requireRegisteredLab(context, input.oclId);
  const { since, until } = input;
  const paging = clampPage(args, { default: 50, max: 200 });
  const changed = sql`
    select f.id, f.did, f.path, max(v.version) filter (where v.created_at <= ${since}) as former,
      max(v.version) filter (where v.created_at <= ${until}) as later
    from files f join file_versions v on v.file_id = f.id
    where f.ocl_id = ${oclId} and f.updated_at > ${since}
    group by f.id
    having max(v.version) filter (where v.created_at > ${since} and v.created_at <= ${until}) is not null`;
  const { rows } = await context.db.execute<FileChange & { total: number }>(sql`
    with changed as (${changed}), page as (
      select * from changed order by path collate "C" limit ${paging.perPage} offset ${paging.page * paging.perPage})
    select did, path, former as "formerVersion", later as version, v.access_level as "accessLevel",
      v.created_at as "createdAt", v.change_by as "changeBy", v.change_note as "changeNote",
      (select count(*)::int from changed) as total
    from page join file_versions v on v.file_id = page.id and v.version = later order by path collate "C"`);
  const totalCount = rows[0]?.total ?? 0;
  const events = await readEntryChanges(context.db, {
    ...{ oclId, since, until },
    limit: EVENTS_PER_PAGE,
    offset: paging.page * EVENTS_PER_PAGE,
  });
  return {
    nodes: rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: new Date(createdAt) })),
    totalCount,
    pageInfo: pageInfoOf(paging, totalCount),
    events,
    eventCount: events[0]?.total ?? 0,
  };
}
