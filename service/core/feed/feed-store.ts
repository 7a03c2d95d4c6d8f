import { and, asc, between, desc, eq, getTableColumns, gt, inArray, lte, sql } from 'drizzle-orm';
import type { LabActivityFilter } from '#contract/schema.generated.ts';
import type { Reader } from '#platform/db/database.ts';
import { activity, type FileSnapshot, isEntryChange } from '#platform/db/tables/activity.ts';
import { isLeft, placeInFeed } from './feed-marks.ts';
import { noText } from './file-snapshot.ts';
import { offsetInLabFeed } from './offset-in-lab-feed.ts';

type StoredEntry = typeof activity.$inferSelect;
/** An entry without the text of its file, which may be longer than all the rest of a page. */
export type ActivityRow = Omit<StoredEntry, 'file'> & { file: Omit<FileSnapshot, 'contentText'> | null };

/** Kinds of entries by filter. */
export const kindsOf = {
  FILE: [
    'FILE_ADDED',
    'FILE_UPDATED',
    'FILE_REMOVED',
    'ENTRIES_MOVED',
    'ENTRIES_TRASHED',
    'ENTRIES_RESTORED',
    'ENTRIES_REMOVED',
    'RELEASE_CREATED',
    'READINESS_CHANGED',
    'TODO_CHANGED',
    'DISCUSSION',
  ],
  ANNOUNCEMENT: ['ANNOUNCEMENT'],
} as const satisfies Record<LabActivityFilter, readonly ActivityRow['kind'][]>;

export interface FeedQuery {
  filter: LabActivityFilter | undefined;
  page: number;
  perPage: number;
}

interface Feed {
  rows: ActivityRow[];
  totalCount: number;
}

/**
 * A page of one lab's feed, newest first; every page costs what the first does.
 * @param withHidden whether entries that the operator hid are part of it; without them, deep pages cost more
 */
export async function readLabFeed(
  db: Reader,
  lab: { oclId: string; feedLength: number },
  query: FeedQuery,
  withHidden: boolean,
): Promise<Feed> {
  if (!withHidden) return readShownEntries(db, lab.oclId, query);
  const entries = { list: 'entries', oclId: lab.oclId, length: lab.feedLength } as const;
  const { first, last, totalCount } = await offsetInLabFeed(db, entries, query);
  const rows = await db
    .select(listed)
    .from(activity)
    .where(
      and(
        eq(activity.oclId, lab.oclId),
        between(activity.seq, first, last),
        query.filter && inArray(activity.kind, [...kindsOf[query.filter]]),
      ),
    )
    .orderBy(desc(activity.seq));
  return { rows, totalCount };
}

async function readShownEntries(
  db: Reader,
  oclId: string,
  { filter, page, perPage }: FeedQuery,
): Promise<Feed> {
  const where = and(
    eq(activity.oclId, oclId),
    isShown,
    filter && inArray(activity.kind, [...kindsOf[filter]]),
  );
  const rows = await db
    .select(listed)
    .from(activity)
    .where(where)
    .orderBy(desc(activity.seq))
    .limit(perPage)
    .offset(page * perPage);
  return { rows, totalCount: await db.$count(activity, where) };
}

const isShown = sql`not ${activity.isHidden}`;

interface EntryChangesQuery {
  oclId: string;
  since: Date;
  until: Date;
  limit: number;
  offset: number;
  withHidden: boolean;
}

/**
 * Moves, deletions and restored files of a lab after one moment and not after another, the newest first. Each row has the
 * number of all.
 */
export function readEntryChanges(
  db: Reader,
  { oclId, since, until, limit, offset, withHidden }: EntryChangesQuery,
): Promise<(ActivityRow & { total: number })[]> {
  return db
    .select({ ...listed, total: sql<number>`(count(*) over ())::int` })
    .from(activity)
    .where(
      and(
        eq(activity.oclId, oclId),
        gt(activity.systemTime, since),
        lte(activity.systemTime, until),
        isEntryChange,
        withHidden ? undefined : isShown,
      ),
    )
    .orderBy(desc(activity.seq))
    .limit(limit)
    .offset(offset);
}

/** A page of the feed of all labs, newest first. It is picked in an index, from a mark; then its entries are read. */
export async function readFeed(db: Reader, query: FeedQuery): Promise<Feed & { endCursor: string }> {
  const { totalCount, endCursor, fromNewest, after, offset, limit } = await placeInFeed(db, 'entries', query);
  const page = db
    .select({ oclId: activity.oclId, seq: activity.seq })
    .from(activity)
    .where(
      and(
        isLeft(query.filter),
        after === null ? undefined : sql`${activity.systemTime} > ${after}::timestamptz`,
      ),
    )
    .orderBy(...(fromNewest ? newestFirst : oldestFirst))
    .limit(limit)
    .offset(offset)
    .as('page');
  const rows = await db
    .select(listed)
    .from(activity)
    .innerJoin(page, and(eq(activity.oclId, page.oclId), eq(activity.seq, page.seq)))
    .orderBy(...newestFirst);
  return { rows, totalCount, endCursor };
}

const { contentText: _, ...hiddenText } = noText;

/**
 * SQL: true if the file of an entry is in the data room now, or else null. For `exists`, PostgreSQL reads all files into memory
 * when it expects many entries.
 */
export const isPresent = sql`(select true from files where files.did = activity.file ->> 'ref')`;

/** Columns of an entry as it is shown. */
export const listed = {
  ...getTableColumns(activity),
  // A file in the trash keeps its texts for a restore, and shows none.
  file: sql<ActivityRow['file']>`case when ${isPresent} then ${activity.file} - 'contentText'
    else ${activity.file} - 'contentText' || ${JSON.stringify(hiddenText)}::jsonb end`,
};

/** The entry about an announcement of a lab. */
export async function entryOfAnnouncement(
  db: Reader,
  oclId: string,
  id: string,
): Promise<ActivityRow | null> {
  const [row] = await db
    .select(listed)
    .from(activity)
    .where(and(eq(activity.announcementId, id), eq(activity.oclId, oclId)));
  return row ?? null;
}

const newestFirst = [desc(activity.systemTime), asc(activity.oclId), desc(activity.seq)];
const oldestFirst = [asc(activity.systemTime), desc(activity.oclId), asc(activity.seq)];
