import { type SQL, sql } from 'drizzle-orm';
import { filesOfEntries, foldersOfEntries } from '#core/files/find-entries.ts';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';

/** What a move changes: the appearance of a path (`pathSkeleton`) before and after. */
interface Look {
  source: string;
  target: string;
}

/**
 * Whether no destination is, contains or is within what another move leaves, judged by appearance. Then the destinations
 * can be checked while the entries are where they were, and every row is written once.
 */
export function areApart(moves: readonly Look[]): boolean {
  const left = new Set(moves.map(({ source }) => source));
  const above = new Set(moves.flatMap(({ source }) => foldersAbove(source)));
  return moves.every(
    ({ target }) =>
      !left.has(target) && !above.has(target) && foldersAbove(target).every((folder) => !left.has(folder)),
  );
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}

interface MovedFile extends Record<string, unknown> {
  id: string;
  did: string;
  /** Number of its move. */
  at: number;
  path: string;
  /** How often it was moved. */
  moves: number;
}

/**
 * Writes the paths of moves that are apart and whose destinations are free, and keeps the former ones. Two statements, in
 * which every file is found and written once.
 * @param given as in `moveEntries`
 */
export async function moveDirectly(
  tx: LabTransaction,
  { oclId, wallet, given }: { oclId: string; wallet: string; given: SQL },
): Promise<{ files: MovedFile[]; folders: { path: string }[] }> {
  const next = sql`move.target || substr(f.path, length(move.source) + 1)`;
  const nextLook = sql`move.target_look || substr(f.path_skeleton, move.source_look + 1)`;
  const { rows: files } = await tx.execute<MovedFile>(sql`
    with owned as materialized (
      select f.id, f.path, f.moves, at from ${filesOfEntries(oclId, given)} found join files f using (id)
    ), former as (
      insert into former_paths (ocl_id, path, file_id, move) select ${oclId}, path, id, moves + 1 from owned
      on conflict (ocl_id, path) do update set file_id = excluded.file_id, move = excluded.move
    )
    update files f set path = ${next}, path_skeleton = ${nextLook}, moves = f.moves + 1, updated_at = now(),
      change_by = ${wallet}
    from owned join ${given} on move.at = owned.at where f.id = owned.id
    returning f.id, f.did, owned.at, f.path, f.moves`);
  const { rows: folders } = await tx.execute<{ path: string }>(sql`
    update folders f set path = ${next}, path_skeleton = ${nextLook}
    from ${foldersOfEntries(oclId, given)} owned join ${given} on move.at = owned.at
    where f.ocl_id = ${oclId} and f.path = owned.path returning f.path`);
  return { files, folders };
}
