import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { type FoundEntry, filesOfEntries, foldersOfEntries } from '#core/files/find-entries.ts';
import type { Reader } from '#platform/db/database.ts';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import { files, fileVersions, trashEntries } from '#platform/db/tables/files.ts';
import { offsetFromNearestEnd } from '#platform/input/page.ts';
import { columnsOf } from './columns.ts';
import type { ChangedEntry } from './entries-change.ts';

export type TrashEntryRow = typeof trashEntries.$inferSelect;

/** How long the trash keeps an entry. */
const kept = sql`interval '30 days'`;

export const isLive = gt(trashEntries.expiresAt, sql`now()`);

/** Columns of `files` and `file_versions`, which the tables of the trash have too. */
export const fileColumns = columnsOf(files);
export const versionColumns = columnsOf(fileVersions);

/**
 * Moves entries of a locked lab to the trash. Rows leave the tables of the data room, so no read can show them. Their
 * bytes count towards the quota as before.
 */
export async function trashEntriesOf(
  tx: LabTransaction,
  { oclId, wallet, entries }: { oclId: string; wallet: string; entries: readonly FoundEntry[] },
): Promise<{ changed: ChangedEntry[]; ids: string[]; objectKeys: string[] }> {
  const rows = entries.map(({ path, isFolder }, at) => ({
    at,
    id: randomUUID(),
    source: path,
    folder: isFolder,
  }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as entry(at int, id uuid, source text, folder boolean)`;
  await tx.execute(sql`
    insert into trash_entries (id, ocl_id, path, file_count, content_length, folders, trashed_by, expires_at)
    select id, ${oclId}, case when folder then source || '/' else source end, 0, 0, '{}', ${wallet}, now() + ${kept}
    from ${given}`);
  await tx.execute(sql`
    insert into trashed_files (${fileColumns()}, entry_id, former_paths)
    select ${fileColumns('f')}, entry.id, coalesce((select jsonb_agg(jsonb_build_object('path', p.path, 'move', p.move))
      from former_paths p where p.file_id = f.id), '[]')
    from ${filesOfEntries(oclId, given)} owned join files f on f.id = owned.id join ${given} on entry.at = owned.at`);
  const ids = sql.param(rows.map(({ id }) => id));
  const trashed = sql`(select id from trashed_files where entry_id = any(${ids}::uuid[]))`;
  const { rows: versions } = await tx.execute<{ key: string }>(sql`
    with keys as materialized (
      select file_id, version, 'files/' || gen_random_uuid() as next_key from file_versions
      where file_id in ${trashed} and restored_from is null)
    insert into trashed_versions (${versionColumns()}, next_key)
    select ${versionColumns('v')}, next_key from file_versions v join keys
      on keys.file_id = v.file_id and keys.version = coalesce(v.restored_from, v.version)
    returning object_key as key`);
  await tx.execute(sql`delete from file_versions where file_id in ${trashed}`);
  await tx.execute(sql`delete from files where id in ${trashed}`);
  await tx.execute(sql`
    with gone as (
      delete from folders using ${foldersOfEntries(oclId, given)} owned
      where folders.ocl_id = ${oclId} and folders.path = owned.path returning folders.path, at)
    update trash_entries set folders = below.paths
    from (select at, array_agg(path order by path) as paths from gone group by at) below join ${given} on entry.at = below.at
    where trash_entries.id = entry.id`);
  const { rows: counted } = await tx.execute<{ id: string; files: number; did: string }>(sql`
    update trash_entries set file_count = files, content_length = bytes from (
      select f.entry_id, count(distinct f.id)::int as files, min(f.did) as did,
        coalesce(sum(v.content_length) filter (where v.restored_from is null), 0)::bigint as bytes
      from trashed_files f join trashed_versions v on v.file_id = f.id
      where f.entry_id = any(${ids}::uuid[]) group by 1) counted
    where id = entry_id returning id, files, did`);
  const counts = new Map(counted.map((row) => [row.id, row]));
  const changed = rows.map(({ id, source, folder }) => ({
    from: folder ? `${source}/` : source,
    to: null,
    ref: folder ? null : (counts.get(id)?.did ?? null),
    fileCount: counts.get(id)?.files ?? 0,
  }));
  return { changed, ids: rows.map(({ id }) => id), objectKeys: versions.map(({ key }) => key) };
}

/** A page of a lab's trash, the newest first, without entries that expired. */
export async function pageTrash(
  db: Reader,
  { oclId, ...paging }: { oclId: string; page: number; perPage: number },
): Promise<{ rows: TrashEntryRow[]; totalCount: number }> {
  const where = and(eq(trashEntries.oclId, oclId), isLive);
  const totalCount = await db.$count(trashEntries, where);
  const { fromEnd, offset, limit } = offsetFromNearestEnd(paging, totalCount);
  const newestFirst = [desc(trashEntries.trashedAt), trashEntries.id];
  const rows = await db
    .select()
    .from(trashEntries)
    .where(where)
    .orderBy(...(fromEnd ? [trashEntries.trashedAt, desc(trashEntries.id)] : newestFirst))
    .limit(limit)
    .offset(offset);
  return { rows: fromEnd ? rows.reverse() : rows, totalCount };
}
