import { type SQL, sql } from 'drizzle-orm';
import type { LabActivityFilter } from '#contract/schema.generated.ts';
import type { ServiceContext } from '#core/context/context.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { endOfLog } from '#platform/db/event-log.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';

/** The lists that the feed of all labs is read from. */
const tables = {
  entries: { rows: sql`activity`, time: sql`system_time` },
  groups: { rows: sql`activity_groups`, time: sql`started_at` },
};

export type FeedList = keyof typeof tables;

/** SQL: whether the lab of a row is listed. The labs that the operator hid are hashed once for a statement. */
export const isOfListedLab = sql`ocl_id not in (select l.ocl_id from labs l where l.hidden)`;

/**
 * SQL: whether the feed of all labs has a row, under a filter. Literals, which the planner matches with the indexes of listed rows and
 * of announcements.
 */
export const isLeft = (filter: LabActivityFilter | undefined): SQL => {
  const isListed = sql`not hidden and ${isOfListedLab}`;
  if (filter === undefined) return isListed;
  return filter === 'ANNOUNCEMENT'
    ? sql`kind = 'ANNOUNCEMENT' and ${isListed}`
    : sql`kind <> 'ANNOUNCEMENT' and ${isListed}`;
};

const nameOf = (list: FeedList, filter: LabActivityFilter | undefined) =>
  filter ? `${list} ${filter}` : list;

const allLabs = { name: 'labs', rows: sql`labs`, time: sql`registered_at`, where: sql`not hidden` };

/** Names of all lists, and how their rows are found. */
export const markedLists = [
  allLabs,
  ...(['entries', 'groups'] as const).flatMap((list) =>
    ([undefined, 'FILE', 'ANNOUNCEMENT'] as const).map((filter) => ({
      name: nameOf(list, filter),
      ...tables[list],
      where: isLeft(filter),
    })),
  ),
];

const lastMark = (name: string) => {
  const last = (column: SQL) =>
    sql`(select ${column} from feed_marks where list = ${name} order by n desc limit 1)`;
  return sql`last as (
    select coalesce(${last(sql`n`)}, 0) as n, coalesce(${last(sql`until`)}, '-infinity') as until)`;
};

/** SQL: length of a list, after `lastMark` of it. */
const length = ({ rows, time, where }: Omit<(typeof markedLists)[number], 'name'>) =>
  sql`(select n from last) + (select count(*) from ${rows} where ${time} > (select until from last) and ${where})`;

/** SQL: number of all listed labs. */
export const numberOfLabs = sql<number>`(with ${lastMark(allLabs.name)} select (${length(allLabs)})::int)`;

/** Rows from one mark to the next, and the most that are looked at in one statement. */
const DISTANCE = 1_000;
const PORTION = 100 * DISTANCE;

/**
 * [Note: marks of the common feed] A mark of a list says how many of its rows are not later than a time. With it, a page is
 * found by skipping less than a thousand rows, and the length by counting those after the last mark. Marks never change, so a
 * row must not appear below one: they stay ten minutes back, and below the start of every open transaction, whose
 * rows have later times (`appendToFeed`). Rows go only when the operator hides something, and come again when it is shown; then
 * all marks are forgotten and made anew.
 */
export async function markFeeds(
  { db }: Pick<ServiceContext, 'db'>,
  { distance = DISTANCE, age = '10 minutes' } = {},
): Promise<JobOutcome> {
  return db.transaction(async (tx) => {
    await lockMarks(tx);
    return addMarks(tx, { distance, age });
  });
}

/** Forgets all marks, in the transaction that hides or shows rows. Until the worker made new ones, deep pages cost more. */
export async function forgetMarks(tx: Transaction): Promise<void> {
  await lockMarks(tx);
  await tx.execute(sql`delete from feed_marks`);
}

/** Until the transaction ends, nobody counts rows for marks that another one hides. */
async function lockMarks(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('feed marks', 0))`);
}

async function addMarks(
  db: Transaction,
  { distance, age }: { distance: number; age: string },
): Promise<JobOutcome> {
  // In a statement before the others, which see what was committed since.
  const { rows } = await db.execute<{ until: string }>(sql`
    select least(now() - ${age}::interval, min(xact_start))::text as until
    from pg_stat_activity where datname = current_database()`);
  const until = rows[0]?.until ?? '-infinity';
  const newMarks = markedLists.map(
    ({ name, rows: table, time, where }) => sql`(
      with ${lastMark(name)}, found as (
        select ${time} as time from ${table}
        where ${time} > (select until from last) and ${time} < ${until}::timestamptz and ${where}
        order by ${time} fetch first ${PORTION} rows with ties
      ), counted as (
        select time, count(*) over (order by time) as below, row_number() over (order by time) as place from found
      )
      select ${name}, (select n from last) + below, time from counted where place % ${distance} = 0)`,
  );
  const { rowCount } = await db.execute(sql`
    insert into feed_marks (list, n, until) ${sql.join(newMarks, sql` union all `)} on conflict do nothing`);
  const done = rowCount ?? 0;
  return { done, more: done >= PORTION / distance };
}

/** SQL: `isLeft`. With a second bound the planner expects few rows, and starts no other process to count those after a mark. */
const isLeftAfterMark = (list: FeedList, filter: LabActivityFilter | undefined) =>
  sql`${tables[list].time} <= 'infinity' and ${isLeft(filter)}`;

/** Where a page of the feed of all labs is. */
export interface FeedPlace {
  /** Rows that the filter leaves. */
  totalCount: number;
  /** Number of the newest event of the log, read before the page: every entry up to it can be on a page. */
  endCursor: string;
  /** Whether the page is found from the newest row backwards, or else from `after` forwards. */
  fromNewest: boolean;
  /** Rows with later times follow the mark; `null`: from the oldest row. */
  after: string | null;
  offset: number;
  limit: number;
}

/** Finds a page of the feed of all labs. */
export async function placeInFeed(
  db: Reader,
  list: FeedList,
  { filter, page, perPage }: { filter?: LabActivityFilter | undefined; page: number; perPage: number },
): Promise<FeedPlace> {
  const name = nameOf(list, filter);
  const before = page * perPage;
  const { rows } = await db.execute<{
    total: string;
    end: string;
    n: string | null;
    until: string | null;
  }>(sql`
    with ${lastMark(name)}, length as (select ${length({ ...tables[list], where: isLeftAfterMark(list, filter) })} as total)
    select total, ${endOfLog} as end, mark.n, mark.until from length left join lateral (
      select n, until from feed_marks where list = ${name} and n <= total - ${before + perPage} order by n desc limit 1
    ) mark on true`);
  const [row] = rows;
  const totalCount = Number(row?.total ?? 0);
  const limit = Math.max(0, Math.min(perPage, totalCount - before));
  const place = { totalCount, endCursor: row?.end ?? '0', limit };
  const skipped = Math.max(0, totalCount - before - limit - Number(row?.n ?? 0));
  return before <= skipped
    ? { ...place, fromNewest: true, after: null, offset: before }
    : { ...place, fromNewest: false, after: row?.until ?? null, offset: skipped };
}
