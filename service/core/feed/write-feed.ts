import { sql } from 'drizzle-orm';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import type { activity } from '#platform/db/tables/activity.ts';
import { noText } from './file-snapshot.ts';

type StoredEntry = typeof activity.$inferSelect;
type NewEntry = Pick<StoredEntry, 'kind' | 'changeBy'> &
  Partial<Pick<StoredEntry, 'file' | 'entries' | 'announcementId' | 'releaseId' | 'plan' | 'discussion'>>;

/** Bytes of a lab that change with an entry, negative if they were removed. The caller has checked the limits. */
type Added = { textBytes?: number; storedBytes?: number };

/** As `appendAllToFeed`, for one entry. */
export function appendToFeed(tx: LabTransaction, oclId: string, entry: NewEntry, added: Added = {}) {
  return appendAllToFeed(tx, oclId, [entry], added);
}

/**
 * Appends entries, at least one, to the feed of a locked lab, in the transaction of the change and by one statement. The row of the lab
 * counts them, so they are numbered without gaps; it is updated before they are inserted, whose triggers update it again. All get the
 * time of that update, by the clock that all processes share: later entries have later times.
 */
export function appendAllToFeed(
  tx: LabTransaction,
  oclId: string,
  entries: readonly NewEntry[],
  { textBytes = 0, storedBytes = 0 }: Added = {},
) {
  const placed = entries.map((entry, index) => ({ ...entry, place: index + 1 }));
  return tx.execute(sql`
    with lab as (
      update labs set feed_length = feed_length + ${entries.length}, text_bytes = text_bytes + ${textBytes},
        stored_bytes = stored_bytes + ${storedBytes}, latest_contribution_at = clock_timestamp()
      where ocl_id = ${oclId}
      returning ocl_id, feed_length - ${entries.length} as before, latest_contribution_at as at
    )
    insert into activity (ocl_id, seq, kind, file, entries, announcement_id, release_id, plan, discussion, change_by, event_time, system_time)
    select ocl_id, before + place, kind, file, entries, "announcementId", "releaseId", plan, discussion, "changeBy", at, at
    from lab, jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as entry(place int, kind text, file jsonb, entries jsonb,
      "announcementId" uuid, "releaseId" uuid, plan jsonb, discussion jsonb, "changeBy" text)
    order by place`);
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
