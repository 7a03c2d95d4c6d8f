import { eq, sql } from 'drizzle-orm';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import { activity } from '#platform/db/tables/activity.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { noText } from './file-snapshot.ts';

type StoredEntry = typeof activity.$inferSelect;
type NewEntry = Pick<StoredEntry, 'kind' | 'changeBy'> &
  Partial<Pick<StoredEntry, 'file' | 'entries' | 'announcementId' | 'releaseId' | 'plan' | 'discussion'>>;

/**
 * Appends an entry to a lab's feed, in the transaction of the change. Updating the counter locks the lab's row until
 * the transaction ends, so entries are numbered without gaps.
 * @param textBytes change of the lab's text bytes, negative if text was removed; the caller has checked the limit
 */
export function appendToFeed(
  tx: LabTransaction,
  oclId: string,
  entry: NewEntry,
  textBytes: number,
): Promise<void> {
  return appendAllToFeed(tx, oclId, [entry], textBytes);
}

/** As `appendToFeed`, for several entries, at least one. Those of one call have one time. */
export async function appendAllToFeed(
  tx: LabTransaction,
  oclId: string,
  entries: readonly NewEntry[],
  textBytes: number,
): Promise<void> {
  const [lab] = await tx
    .update(labs)
    // By the clock that all processes share, once the row is ours: later entries have later times.
    .set({
      feedLength: sql`${labs.feedLength} + ${entries.length}`,
      textBytes: sql`${labs.textBytes} + ${textBytes}`,
      latestContributionAt: sql`clock_timestamp()`,
    })
    .where(eq(labs.oclId, oclId))
    .returning({ seq: labs.feedLength, at: labs.latestContributionAt });
  if (!lab?.at) throw new Error(`No lab ${oclId} to append to`);
  const first = lab.seq - entries.length + 1;
  const at = { eventTime: lab.at, systemTime: lab.at };
  await tx
    .insert(activity)
    .values(entries.map((entry, index) => ({ oclId, seq: first + index, ...entry, ...at })));
}

/**
 * Removes texts of files from every entry of their lab's feed: description, labels and searchable text, or only some.
 * @returns bytes removed, as `labs.textBytes` counts them
 */
export async function removeTextFromFeed(
  tx: LabTransaction,
  oclId: string,
  dids: string[],
  texts: Partial<typeof noText> = noText,
): Promise<number> {
  const without = sql`${JSON.stringify(texts)}::jsonb`;
  const { rows } = await tx.execute<{ bytes: string }>(sql`
    with entries as (
      select seq, feed_text_bytes(file, null, null) - feed_text_bytes(file || ${without}, null, null) as bytes from activity
      where ocl_id = ${oclId} and file ->> 'ref' = any(${sql.param(dids)}::text[]) and file is not null
    ), cleaned as (
      update activity set file = file || ${without} from entries
      where activity.ocl_id = ${oclId} and activity.seq = entries.seq
    )
    select coalesce(sum(bytes), 0) as bytes from entries`);
  return Number(rows[0]?.bytes ?? 0);
}

/** Sets the note of a version in the entry that added it. */
export async function setChangeNoteInFeed(
  tx: LabTransaction,
  oclId: string,
  { did, version, note }: { did: string; version: number; note: string | null },
): Promise<void> {
  await tx.execute(sql`
    update activity set file = file || jsonb_build_object('changeNote', ${note}::text)
    where ocl_id = ${oclId} and seq = (
      select min(seq) from activity
      where ocl_id = ${oclId} and file is not null and file ->> 'ref' = ${did} and file ->> 'version' = ${String(version)})`);
}
