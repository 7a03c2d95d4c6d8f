import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Reader } from '#platform/db/database.ts';
import { notices } from '#platform/db/tables/notices.ts';

export type NoticeRow = typeof notices.$inferSelect;

/** Notices that an inbox keeps. Those of unknown labs are counted apart, so that they push out no other. */
const longestInbox = 1_000;
const mostUnknown = 100;

/** A page of a wallet's inbox, newest first. */
export async function readInbox(
  db: Reader,
  wallet: string,
  { page, perPage, onlyUnread }: { page: number; perPage: number; onlyUnread: boolean },
): Promise<{ rows: NoticeRow[]; totalCount: number; unreadCount: number }> {
  const [counts] = await db
    .select({ total: count(), unread: sql<number>`count(*) filter (where ${notices.readAt} is null)::int` })
    .from(notices)
    .where(eq(notices.wallet, wallet));
  const { total = 0, unread = 0 } = counts ?? {};
  const rows = await db
    .select()
    .from(notices)
    .where(and(eq(notices.wallet, wallet), onlyUnread ? isNull(notices.readAt) : undefined))
    .orderBy(desc(notices.number))
    .limit(perPage)
    .offset(page * perPage);
  return { rows, totalCount: onlyUnread ? unread : total, unreadCount: unread };
}

/**
 * Marks these notices of the wallet as read, or all of them.
 * @returns how many were unread
 */
export async function markRead(
  db: Database,
  wallet: string,
  numbers: readonly number[] | null,
): Promise<number> {
  const marked = await db
    .update(notices)
    .set({ readAt: sql`now()` })
    .where(
      and(
        eq(notices.wallet, wallet),
        isNull(notices.readAt),
        numbers ? inArray(notices.number, [...numbers]) : undefined,
      ),
    );
  return marked.rowCount ?? 0;
}

/** Deletes notices of more than 90 days ago, and of each inbox all but the newest. */
export async function trimInboxes(db: Database): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with long as (
      select wallet, kind = 'MENTIONED_BY_UNKNOWN_LAB' as is_unknown from notices group by 1, 2
      having count(*) > case when kind = 'MENTIONED_BY_UNKNOWN_LAB' then ${mostUnknown}::int else ${longestInbox}::int end)
    delete from notices where created_at < now() - interval '90 days' or number in (
      select older.number from long cross join lateral (
        select number from notices where wallet = long.wallet and (kind = 'MENTIONED_BY_UNKNOWN_LAB') = is_unknown
        order by number desc offset case when is_unknown then ${mostUnknown}::int else ${longestInbox}::int end) older)`);
  return rowCount ?? 0;
}
