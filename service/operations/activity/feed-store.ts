import { and, asc, between, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Reader } from '#service/platform/db/database.ts';
import type { LabTransaction } from '#service/platform/db/lab-transaction.ts';
import { activity, type FileSnapshot } from '#service/platform/db/tables/activity.ts';
import { labs } from '#service/platform/db/tables/labs.ts';
import { offsetFromNearestEnd } from '#service/platform/page.ts';
import type { LabActivityFilter } from '#service/schema.generated.ts';
import { noText } from '../files/file-snapshot.ts';
import { offsetInLabFeed } from './offset-in-lab-feed.ts';

type StoredEntry = typeof activity.$inferSelect;
/** An entry without the text of its file, which may be longer than all the rest of a page. */
export type ActivityRow = Omit<StoredEntry, 'file'> & { file: Omit<FileSnapshot, 'contentText'> | null };
type NewEntry = Pick<StoredEntry, 'kind' | 'changeBy'> &
  Partial<Pick<StoredEntry, 'file' | 'announcementId'>>;

const kindsOf = {
  FILE: ['FILE_ADDED', 'FILE_UPDATED', 'FILE_REMOVED'],
  ANNOUNCEMENT: ['ANNOUNCEMENT'],
} as const satisfies Record<LabActivityFilter, readonly ActivityRow['kind'][]>;

/**
 * Appends an entry to a lab's feed, in the transaction of the change. Updating the counter locks the lab's row until
 * the transaction ends, so entries are numbered without gaps.
 * @param textBytes change of the lab's text bytes, negative if text was removed; the caller has checked the limit
 */
export async function appendToFeed(
  tx: LabTransaction,
  oclId: string,
  entry: NewEntry,
  textBytes: number,
): Promise<void> {
  const [lab] = await tx
    .update(labs)
    // By the clock that all processes share, once the row is ours: later entries have later times.
    .set({
      feedLength: sql`${labs.feedLength} + 1`,
      textBytes: sql`${labs.textBytes} + ${textBytes}`,
      latestContributionAt: sql`clock_timestamp()`,
    })
    .where(eq(labs.oclId, oclId))
    .returning({ seq: labs.feedLength, at: labs.latestContributionAt });
  if (!lab?.at) throw new Error(`No lab ${oclId} to append to`);
  await tx.insert(activity).values({ oclId, seq: lab.seq, ...entry, eventTime: lab.at, systemTime: lab.at });
}

/**
 * Removes description, labels and text of a file from every entry of its lab's feed.
 * @returns bytes removed, as `labs.textBytes` counts them
 */
export async function removeTextFromFeed(tx: LabTransaction, oclId: string, did: string): Promise<number> {
  const { rows } = await tx.execute<{ bytes: string }>(sql`
    with entries as (
      select seq, feed_text_bytes(file, null, null) as bytes from activity
      where ocl_id = ${oclId} and file ->> 'ref' = ${did} and file is not null
    ), cleaned as (
      update activity set file = file || ${JSON.stringify(noText)}::jsonb from entries
      where activity.ocl_id = ${oclId} and activity.seq = entries.seq
    )
    select coalesce(sum(bytes), 0) as bytes from entries`);
  return Number(rows[0]?.bytes ?? 0);
}

interface FeedQuery {
  filter: LabActivityFilter | undefined;
  page: number;
  perPage: number;
}

interface Feed {
  rows: ActivityRow[];
  totalCount: number;
}

/** A page of one lab's feed, newest first; every page costs what the first does. */
export async function readLabFeed(
  db: Reader,
  lab: { oclId: string; feedLength: number },
  query: FeedQuery,
): Promise<Feed> {
  const { first, last, totalCount } = await offsetInLabFeed(db, lab, query);
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

/** A page of the feed of all labs, newest first. It is picked in an index, from the nearer end; then its entries are read. */
export async function readFeed(db: Reader, query: FeedQuery): Promise<Feed> {
  const totalCount = await lengthOfFeed(db, query.filter);
  const { fromEnd, offset, limit } = offsetFromNearestEnd(query, totalCount);
  const page = db
    .select({ oclId: activity.oclId, seq: activity.seq })
    .from(activity)
    .where(query.filter && inArray(activity.kind, [...kindsOf[query.filter]]))
    .orderBy(...(fromEnd ? oldestFirst : newestFirst))
    .limit(limit)
    .offset(offset)
    .as('page');
  const rows = await db
    .select(listed)
    .from(activity)
    .innerJoin(page, and(eq(activity.oclId, page.oclId), eq(activity.seq, page.seq)))
    .orderBy(...newestFirst);
  return { rows, totalCount };
}

const listed = {
  ...getTableColumns(activity),
  file: sql<ActivityRow['file']>`${activity.file} - 'contentText'`,
};

const newestFirst = [desc(activity.systemTime), asc(activity.oclId), desc(activity.seq)];
const oldestFirst = [asc(activity.systemTime), desc(activity.oclId), asc(activity.seq)];

/** Each lab counts its entries; announcements are few, and have an index of their own. */
async function lengthOfFeed(db: Reader, filter: LabActivityFilter | undefined): Promise<number> {
  const all = sql`(select coalesce(sum(feed_length), 0) from labs)`;
  const announcements = sql`(select count(*) from activity where kind = 'ANNOUNCEMENT')`;
  const length =
    filter === 'ANNOUNCEMENT' ? announcements : filter === 'FILE' ? sql`${all} - ${announcements}` : all;
  const { rows } = await db.execute<{ length: string }>(sql`select ${length} as length`);
  return Number(rows[0]?.length ?? 0);
}
