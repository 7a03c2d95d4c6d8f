import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../db/database.ts';
import { activity } from '../db/tables/activity.ts';
import { labs } from '../db/tables/labs.ts';
import type { LabActivityFilter } from '../schema.generated.ts';

export type ActivityRow = typeof activity.$inferSelect;
type NewEntry = Pick<ActivityRow, 'kind' | 'changeBy'> &
  Partial<Pick<ActivityRow, 'file' | 'announcementId'>>;

const kindsOf = {
  FILE: ['FILE_ADDED', 'FILE_UPDATED', 'FILE_REMOVED'],
  ANNOUNCEMENT: ['ANNOUNCEMENT'],
} as const satisfies Record<LabActivityFilter, readonly ActivityRow['kind'][]>;

/**
 * Appends to a lab's feed, in the transaction of the change it tells of. The update of the counter holds the lab's row
 * until the transaction ends, which keeps the sequence dense.
 */
export async function appendToFeed(tx: Transaction, oclId: string, entry: NewEntry): Promise<void> {
  const now = new Date();
  const [lab] = await tx
    .update(labs)
    .set({ feedLength: sql`${labs.feedLength} + 1`, latestContributionAt: now })
    .where(eq(labs.oclId, oclId))
    .returning({ seq: labs.feedLength });
  if (!lab) throw new Error(`No lab ${oclId} to append to`);
  await tx.insert(activity).values({ oclId, seq: lab.seq, ...entry, eventTime: now, systemTime: now });
}

interface FeedQuery {
  /** Only this lab's; all labs' without it. */
  oclId?: string;
  filter?: LabActivityFilter | undefined;
  page: number;
  perPage: number;
}

/** A page of a feed, newest first. */
export async function readFeed(
  db: Reader,
  query: FeedQuery,
): Promise<{ rows: ActivityRow[]; totalCount: number }> {
  const where = and(
    query.oclId ? eq(activity.oclId, query.oclId) : undefined,
    query.filter ? inArray(activity.kind, [...kindsOf[query.filter]]) : undefined,
  );
  const newestFirst = query.oclId
    ? [desc(activity.seq)]
    : [desc(activity.systemTime), activity.oclId, desc(activity.seq)];
  const rows = await db
    .select()
    .from(activity)
    .where(where)
    .orderBy(...newestFirst)
    .limit(query.perPage)
    .offset(query.page * query.perPage);
  const [total] = await db.select({ count: count() }).from(activity).where(where);
  return { rows, totalCount: total?.count ?? 0 };
}
