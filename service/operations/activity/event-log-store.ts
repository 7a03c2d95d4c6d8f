import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { LabActivityFilter } from '#contract/schema.generated.ts';
import { type ActivityRow, kindsOf, listed } from '#core/feed/feed-store.ts';
import { requireInLog } from '#core/feed/require-in-log.ts';
import type { Reader } from '#platform/db/database.ts';
import { activity } from '#platform/db/tables/activity.ts';
import { eventLog, type LoggedChainEvent } from '#platform/db/tables/event-log.ts';

/** An event of the log: an entry of a lab's feed as it is shown now, or an onchain event. */
export interface LabEventRow {
  id: string;
  /** Its number in the log; null for an entry that was read by page. */
  cursor: string | null;
  oclId: string;
  activity: ActivityRow | null;
  onChain: LoggedChainEvent | null;
  removed: boolean;
}

interface LogQuery {
  /** Only events with a greater number. */
  after: number;
  /** Only events of this lab. */
  oclId?: string | undefined;
  filter?: LabActivityFilter | undefined;
  /** Whether what the operator hid is part of it. */
  withHidden: boolean;
  limit: number;
}

/**
 * The next events of the log, oldest first.
 * @throws ServiceError `INVALID_CURSOR` if the log ends before `after`
 */
export async function readEventLog(
  db: Reader,
  { after, oclId, filter, withHidden, limit }: LogQuery,
): Promise<{ events: LabEventRow[]; hasMore: boolean }> {
  const { number } = eventLog;
  const rows = await logged(db)
    .where(
      and(
        gt(number, after),
        oclId === undefined ? undefined : eq(eventLog.oclId, oclId),
        filter && isOfKind(filter),
        withHidden ? undefined : isListedEvent(oclId),
      ),
    )
    .orderBy(asc(number))
    .limit(limit + 1);
  if (rows.length === 0 && after > 0) await requireInLog(db, after);
  return { events: rows.slice(0, limit).flatMap(eventOfRow), hasMore: rows.length > limit };
}

/** SQL: whether neither the entry nor, among those of other labs, the lab of an event is hidden. */
function isListedEvent(oclId: string | undefined) {
  const isListedEntry = sql`${activity.isHidden} is not true`;
  if (oclId !== undefined) return isListedEntry;
  return and(isListedEntry, sql`${eventLog.oclId} not in (select l.ocl_id from labs l where l.hidden)`);
}

/** The events with these numbers. */
export async function eventsByNumber(db: Reader, numbers: number[]): Promise<LabEventRow[]> {
  return (await logged(db).where(inArray(eventLog.number, numbers))).flatMap(eventOfRow);
}

/** Rows of the log with the entries of feeds that they number. */
function logged(db: Reader) {
  const { number, event, removed, oclId } = eventLog;
  return db
    .select({ number, event, removed, oclId, entry: listed })
    .from(eventLog)
    .leftJoin(activity, and(eq(activity.oclId, oclId), eq(activity.seq, eventLog.seq)))
    .$dynamic();
}

function eventOfRow(row: Awaited<ReturnType<typeof logged>>[number]): LabEventRow[] {
  const cursor = String(row.number);
  if (row.entry) return [{ ...eventOfEntry(row.entry), cursor }];
  if (!row.event) return [];
  const { chainId, blockHash, logIndex } = row.event;
  const id = `${chainId}:${blockHash}:${logIndex}${row.removed ? ':removed' : ''}`;
  return [{ id, cursor, oclId: row.oclId, activity: null, onChain: row.event, removed: row.removed }];
}

/** An entry of a feed as an event. */
export function eventOfEntry(entry: ActivityRow): LabEventRow {
  const { oclId, seq } = entry;
  return { id: `${oclId}:${seq}`, cursor: null, oclId, activity: entry, onChain: null, removed: false };
}

function isOfKind(filter: LabActivityFilter) {
  // A literal, which the planner matches with the index of announcements.
  if (filter === 'ANNOUNCEMENT') return sql`${eventLog.kind} = 'ANNOUNCEMENT'`;
  return inArray(eventLog.kind, [...kindsOf[filter]]);
}
