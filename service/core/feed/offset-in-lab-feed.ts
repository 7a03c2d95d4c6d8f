import { sql } from 'drizzle-orm';
import type { LabActivityFilter } from '#contract/schema.generated.ts';
import type { Reader } from '#platform/db/database.ts';

interface LabFeed {
  oclId: string;
  list: keyof typeof lists;
  /** Only entries or groups up to this number are read. */
  length: number;
}

/** The lists of a lab that are numbered without gaps. */
const lists = {
  entries: { table: sql`activity`, position: sql`seq` },
  groups: { table: sql`activity_groups`, position: sql`number` },
};

interface PageOfFeed {
  filter: LabActivityFilter | undefined;
  page: number;
  perPage: number;
}

/** Numbers of entries between which a page lies, both included; `first` is greater than `last` where it is empty. */
export interface FeedStretch {
  first: number;
  last: number;
  /** Entries that the filter leaves. */
  totalCount: number;
}

/**
 * [Note: pages of a dense sequence] A lab's entries and groups are numbered without gaps, so the offset of an
 * unfiltered page is a subtraction. With a filter, the index of announcements is enough: the k-th file entry has the number k plus the
 * number of announcements before it. So no page reads the entries that it skips.
 */
export async function offsetInLabFeed(
  db: Reader,
  { list, oclId, length }: LabFeed,
  { filter, page, perPage }: PageOfFeed,
): Promise<FeedStretch> {
  const skipped = page * perPage;
  if (!filter) {
    const last = length - skipped;
    return { first: Math.max(1, last - perPage + 1), last, totalCount: length };
  }
  const { table, position } = lists[list];
  const announced = sql`select ${position} as seq from ${table}
    where ocl_id = ${oclId} and kind = 'ANNOUNCEMENT' and ${position} <= ${length}`;
  const stretch =
    filter === 'ANNOUNCEMENT'
      ? sql`select (select count(*) from (${announced}) announced) as "totalCount", min(seq) as first, max(seq) as last
          from (${announced} order by seq desc limit ${perPage} offset ${skipped}) page`
      : sql`with announced as materialized (select seq - row_number() over (order by seq) as before from (${announced}) seqs),
          files as (select ${length}::bigint - count(*) as total from announced),
          ranks as (select total, greatest(1, total - ${skipped} - ${perPage} + 1) as lowest, total - ${skipped} as highest from files)
          select total as "totalCount", lowest + (select count(*) from announced where before < lowest) as first,
            highest + (select count(*) from announced where before < highest) as last from ranks`;
  const { rows } = await db.execute<Record<'totalCount' | 'first' | 'last', string | null>>(stretch);
  const [row] = rows;
  return {
    first: Number(row?.first ?? 1),
    last: Number(row?.last ?? 0),
    totalCount: Number(row?.totalCount ?? 0),
  };
}
