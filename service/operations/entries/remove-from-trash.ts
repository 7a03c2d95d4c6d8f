import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { removeDiscussions } from '#core/comments/remove-discussions.ts';
import { removeTextFromFeed } from '#core/feed/write-feed.ts';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import { trashEntries, trashedFiles } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';
import type { ChangedEntry } from './entries-change.ts';

/**
 * Removes entries of a locked lab from the trash permanently. Bytes are queued for deletion, and the feed loses the texts of
 * the files.
 * @returns keys of the objects
 */
export async function removeFromTrash(tx: LabTransaction, oclId: string, which: SQL | undefined) {
  const found = await tx
    .select()
    .from(trashEntries)
    .where(and(eq(trashEntries.oclId, oclId), which));
  const ids = found.map(({ id }) => id);
  const inEntries = inArray(trashedFiles.entryId, ids);
  const dids = await tx.select({ did: trashedFiles.did }).from(trashedFiles).where(inEntries);
  const { rows: objects } = await tx.execute<{ key: string; due: boolean }>(sql`
    with own as (
      select object_key, next_key, content_length from trashed_versions v join trashed_files f on f.id = v.file_id
      where f.entry_id = any(${sql.param(ids)}::uuid[]) and restored_from is null)
    insert into object_deletions (object_key, ocl_id, content_length, due_at)
    select object_key, ${oclId}, content_length, now() from own
    -- A copy that is being made can arrive after its deletion.
    union all select next_key, null, null, now() + interval '1 hour' from own where next_key is not null
    on conflict (object_key) do update set due_at = excluded.due_at
    returning object_key as key, content_length is not null as due`);
  const freed = found.reduce((sum, { contentLength }) => sum + contentLength, 0);
  const removed = dids.map(({ did }) => did);
  const removedText =
    (await removeTextFromFeed(tx, oclId, removed)) + (await removeDiscussions(tx, oclId, removed));
  await tx.delete(trashEntries).where(inArray(trashEntries.id, ids));
  await tx
    .update(labs)
    .set({
      storedBytes: sql`${labs.storedBytes} - ${freed}`,
      textBytes: sql`${labs.textBytes} - ${removedText}`,
    })
    .where(eq(labs.oclId, oclId));
  const changed: ChangedEntry[] = found.map(({ path, fileCount }) => ({
    from: path,
    to: null,
    ref: null,
    fileCount,
  }));
  return { changed, keys: objects.flatMap(({ key, due }) => (due ? [key] : [])) };
}
