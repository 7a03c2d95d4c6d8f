import { pathSkeleton } from '@labroom/protocol/look-alikes';
import { type SQL, sql } from 'drizzle-orm';
import { pathOccupied, pathTooLong } from '#core/files/file-errors.ts';
import { mustLookDistinct } from '#core/files/path-conflicts.ts';
import { moveFollowedFolders } from '#core/follows/move-followed-folders.ts';
import { indexLater, indexMoved } from '#core/search/index-moved.ts';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { requireFree } from './destinations.ts';
import type { ChangedEntry } from './entries-change.ts';
import { fileColumns, type TrashEntryRow, versionColumns } from './trash-store.ts';

interface Restored extends TrashEntryRow {
  isFolder: boolean;
  to: string;
}

/** Restores entries in a locked lab. Rows return with their ids, so DIDs, keys and the key log hold again. */
export async function restoreEntries(
  tx: LabTransaction,
  oclId: string,
  entries: readonly Restored[],
): Promise<ChangedEntry[]> {
  const rows = entries.map(({ id, path, isFolder, to }) => ({
    ...{ id, source: path, target: to, folder: isFolder },
    source_look: [...pathSkeleton(path)].length,
    target_look: pathSkeleton(to),
  }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as entry(id uuid, source text, target text, folder boolean, source_look int, target_look text)`;
  const trashed = sql`trashed_files f join ${given} on entry.id = f.entry_id`;
  const next = sql`entry.target || substr(f.path, length(entry.source) + 1)`;
  const { rows: found } = await tx.execute<{ path: string; bytes: number }>(sql`
    select ${next} as path, octet_length(${next}) as bytes from ${trashed} order by bytes desc`);
  const [longest] = found;
  if (longest && longest.bytes > 1_024) throw pathTooLong('entries', longest.path);
  await requireMoved(tx, sql`(select f.id from ${trashed})`);
  await requireFree(tx, oclId, rows);
  await mustLookDistinct(tx, oclId, ...rows.map(({ target }) => target));

  await indexLater(tx);
  const isRenamed = sql`(entry.target <> entry.source)`;
  const changed = {
    path: next,
    path_skeleton: sql`entry.target_look || substr(f.path_skeleton, entry.source_look + 1)`,
    moves: sql`f.moves + ${isRenamed}::int`,
  };
  const { rows: restored } = await tx.execute<{ id: string }>(sql`
    insert into files (${fileColumns()}) select ${fileColumns('f', changed)} from ${trashed}
    on conflict (ocl_id, path) do nothing returning id`);
  // Two entries of the call have a file with one path.
  if (restored.length < found.length) throw pathOccupied();
  await tx.execute(sql`
    insert into former_paths (ocl_id, path, file_id, move)
    select f.ocl_id, former.path, f.id, former.move
    from ${trashed}, jsonb_to_recordset(f.former_paths) as former(path text, move int)
    union all select f.ocl_id, f.path, f.id, f.moves + 1 from ${trashed} where ${isRenamed}
    on conflict (ocl_id, path) do nothing`);
  await tx.execute(sql`
    insert into file_versions (${versionColumns()}) select ${versionColumns('v')} from trashed_versions v
    where v.file_id in (select f.id from ${trashed})`);
  await restoreFolders(tx, oclId, entries);
  await tx.execute(sql`delete from trash_entries where id in (select id from ${given})`);
  await indexMoved(
    tx,
    restored.map(({ id }) => id),
  );
  const renamed = entries.filter(({ path, to, isFolder }) => isFolder && to !== path);
  await moveFollowedFolders(
    tx,
    oclId,
    renamed.map(({ path, to }) => ({ from: `${path}/`, to: `${to}/` })),
  );
  return entries.map(({ to, isFolder, fileCount }) => ({
    from: null,
    to: isFolder ? `${to}/` : to,
    ref: null,
    fileCount,
  }));
}

/** A version whose object is not at its new key yet must not return: the worker is about to delete its present object. */
async function requireMoved(tx: LabTransaction, fileIds: SQL): Promise<void> {
  const { rows } = await tx.execute<{ pending: boolean }>(sql`
    select next_key is not null as pending from trashed_versions
    where file_id in ${fileIds} order by file_id, version for update`);
  if (rows.some(({ pending }) => pending))
    throw new ServiceError(
      'UPSTREAM_UNAVAILABLE',
      'The storage is still moving the files. Try again; nothing changed.',
    );
}

async function restoreFolders(
  tx: LabTransaction,
  oclId: string,
  entries: readonly Restored[],
): Promise<void> {
  const folders = entries.flatMap(({ folders, path, to, trashedBy }) =>
    folders.map((folder) => {
      const restored = to + folder.slice(path.length);
      return { path: restored, look: `${pathSkeleton(restored.slice(0, -1))}/`, wallet: trashedBy };
    }),
  );
  await tx.execute(sql`
    insert into folders (ocl_id, path, path_skeleton, created_by)
    select ${oclId}, path, look, wallet from jsonb_to_recordset(${JSON.stringify(folders)}::jsonb)
      as given(path text, look text, wallet text)
    on conflict do nothing`);
}
