import { and, asc, between, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { isLeft, placeInFeed } from '#core/feed/feed-marks.ts';
import { type ActivityRow, type FeedQuery, kindsOf, listed } from '#core/feed/feed-store.ts';
import { offsetInLabFeed } from '#core/feed/offset-in-lab-feed.ts';
import type { Reader } from '#platform/db/database.ts';
import { activity, activityGroups } from '#platform/db/tables/activity.ts';
import { offsetFromNearestEnd } from '#platform/input/page.ts';

type StoredGroup = typeof activityGroups.$inferSelect;

/** A group as it is shown: its counts, and the entries that are read of it, are with or without hidden ones. */
export interface ActivityGroupRow extends StoredGroup {
  withHidden: boolean;
}

const shown = (withHidden: boolean) => (group: StoredGroup) => {
  const { shownEntries, shownFiles } = group;
  return withHidden || shownEntries === null
    ? { ...group, withHidden }
    : { ...group, withHidden, entryCount: shownEntries, fileCount: shownFiles ?? 0 };
};

const isShown = sql`not ${activityGroups.isHidden}`;

interface Groups {
  rows: ActivityGroupRow[];
  totalCount: number;
}

const newestFirst = [desc(activityGroups.startedAt), asc(activityGroups.oclId), desc(activityGroups.number)];
const oldestFirst = [asc(activityGroups.startedAt), desc(activityGroups.oclId), asc(activityGroups.number)];
const ofKind = (filter: FeedQuery['filter']) => filter && inArray(activityGroups.kind, [...kindsOf[filter]]);

/**
 * A page of the groups of one lab, the last begun first; every page costs what the first does.
 * @param withHidden whether entries that the operator hid are part of it; without them, deep pages cost more
 */
export async function readLabGroups(
  db: Reader,
  lab: { oclId: string; feedGroups: number },
  query: FeedQuery,
  withHidden: boolean,
): Promise<Groups> {
  if (!withHidden) return readShownGroups(db, lab.oclId, query);
  const groups = { list: 'groups', oclId: lab.oclId, length: lab.feedGroups } as const;
  const { first, last, totalCount } = await offsetInLabFeed(db, groups, query);
  const rows = await db
    .select()
    .from(activityGroups)
    .where(
      and(
        eq(activityGroups.oclId, lab.oclId),
        between(activityGroups.number, first, last),
        ofKind(query.filter),
      ),
    )
    .orderBy(desc(activityGroups.number));
  return { rows: rows.map(shown(true)), totalCount };
}

async function readShownGroups(
  db: Reader,
  oclId: string,
  { filter, page, perPage }: FeedQuery,
): Promise<Groups> {
  const where = and(eq(activityGroups.oclId, oclId), isShown, ofKind(filter));
  const rows = await db
    .select()
    .from(activityGroups)
    .where(where)
    .orderBy(desc(activityGroups.number))
    .limit(perPage)
    .offset(page * perPage);
  return { rows: rows.map(shown(false)), totalCount: await db.$count(activityGroups, where) };
}

/** A page of the groups of one wallet in a lab, the last begun first. */
export async function readGroupsOfWallet(
  db: Reader,
  { oclId, changeBy }: { oclId: string; changeBy: string },
  paging: { page: number; perPage: number },
  withHidden: boolean,
): Promise<Groups> {
  const ofWallet = and(
    eq(activityGroups.oclId, oclId),
    eq(activityGroups.changeBy, changeBy),
    withHidden ? undefined : isShown,
  );
  const totalCount = await db.$count(activityGroups, ofWallet);
  const { fromEnd, offset, limit } = offsetFromNearestEnd(paging, totalCount);
  const { startedAt, number } = activityGroups;
  // By index alone, so that skipped rows are not read.
  const numbers = db
    .select({ number })
    .from(activityGroups)
    .where(ofWallet)
    .orderBy(...(fromEnd ? [asc(startedAt), asc(number)] : [desc(startedAt), desc(number)]))
    .limit(limit)
    .offset(offset);
  const rows = await db
    .select()
    .from(activityGroups)
    .where(and(eq(activityGroups.oclId, oclId), inArray(number, numbers)))
    .orderBy(desc(startedAt), desc(number));
  return { rows: rows.map(shown(withHidden)), totalCount };
}

/** A page of the groups of all labs, the last begun first. */
export async function readGroups(db: Reader, query: FeedQuery): Promise<Groups> {
  const { totalCount, fromNewest, after, offset, limit } = await placeInFeed(db, 'groups', query);
  const { oclId, number } = activityGroups;
  // By index alone, so that skipped rows are not read.
  const page = db
    .select({ oclId, number })
    .from(activityGroups)
    .where(
      and(
        isLeft(query.filter),
        after === null ? undefined : sql`${activityGroups.startedAt} > ${after}::timestamptz`,
      ),
    )
    .orderBy(...(fromNewest ? newestFirst : oldestFirst))
    .limit(limit)
    .offset(offset)
    .as('page');
  const rows = await db
    .select(getTableColumns(activityGroups))
    .from(activityGroups)
    .innerJoin(page, and(eq(oclId, page.oclId), eq(number, page.number)))
    .orderBy(...newestFirst);
  return { rows: rows.map(shown(false)), totalCount };
}

export async function findGroup(
  db: Reader,
  oclId: string,
  number: number,
  withHidden: boolean,
): Promise<ActivityGroupRow | null> {
  const [group] = await db
    .select()
    .from(activityGroups)
    .where(
      and(
        eq(activityGroups.oclId, oclId),
        eq(activityGroups.number, number),
        withHidden ? undefined : isShown,
      ),
    );
  return group ? shown(withHidden)(group) : null;
}

/** Entries of each of these groups, newest first, in one statement. */
export async function entriesOfGroups(
  db: Reader,
  groups: readonly Pick<ActivityGroupRow, 'oclId' | 'number' | 'withHidden'>[],
  { page, perPage }: { page: number; perPage: number },
): Promise<ActivityRow[][]> {
  const labs = sql.param(groups.map(({ oclId }) => oclId));
  const numbers = sql.param(groups.map(({ number }) => number));
  const hidden = sql.param(groups.map(({ withHidden }) => withHidden));
  const rows = await db
    .select(listed)
    .from(activity)
    .where(sql`(${activity.oclId}, ${activity.seq}) in (
      select wanted.ocl_id, entry.seq from unnest(${labs}::text[], ${numbers}::bigint[], ${hidden}::bool[]) as wanted (ocl_id, number, hidden)
      cross join lateral (
        select seq from activity e where e.ocl_id = wanted.ocl_id and e.group_number = wanted.number and (wanted.hidden or not e.hidden)
        order by seq desc limit ${perPage} offset ${page * perPage}
      ) entry)`)
    .orderBy(desc(activity.seq));
  const found = Map.groupBy(rows, ({ oclId, groupNumber }) => `${oclId} ${groupNumber}`);
  return groups.map(({ oclId, number }) => found.get(`${oclId} ${number}`) ?? []);
}
