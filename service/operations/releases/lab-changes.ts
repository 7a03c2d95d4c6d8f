import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { FileChange, QueryLabChangesArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { readEntryChanges } from '#core/feed/feed-store.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { seesHidden } from '#core/rights/sees-hidden.ts';
import { plannedEachTime } from '#platform/db/prepared-client.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';

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
  const lab = await requireRegisteredLab(context, input.oclId);
  const { oclId } = lab;
  const withHidden = await seesHidden(context, lab);
  const { since, until } = input;
  const paging = clampPage(args, { default: 50, max: 200 });
  // A file is as old as its first version, so only versions of files from before are looked up. Selected, not `exists`, because
  // PostgreSQL may read the versions of all labs for that.
  const changed = sql`
    from files f where f.ocl_id = ${oclId} and (${withHidden} or not f.hidden) and f.updated_at > ${since} and f.created_at <= ${until}
      and (f.created_at > ${since} or coalesce((select true from file_versions v
        where v.file_id = f.id and v.created_at > ${since} and v.created_at <= ${until} limit 1), false))`;
  // Files of a short time are found by that, those of a long one by their paths.
  const { rows } = await context.db.execute<FileChange & { total: number }>(sql`
    ${plannedEachTime} with page as (select f.id, f.did, f.path ${changed}
      order by f.path collate "C" limit ${paging.perPage} offset ${paging.page * paging.perPage})
    select did, path, former as "formerVersion", v.version, v.access_level as "accessLevel",
      v.created_at as "createdAt", v.change_by as "changeBy", v.change_note as "changeNote",
      (select count(*)::int ${changed}) as total
    from page cross join lateral (
      select max(version) filter (where created_at <= ${since}) as former, max(version) as later
      from file_versions where file_id = page.id and created_at <= ${until}) versions
    join file_versions v on v.file_id = page.id and v.version = later order by path collate "C"`);
  const totalCount = rows[0]?.total ?? 0;
  const events = await readEntryChanges(context.db, {
    ...{ oclId, since, until, withHidden },
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
