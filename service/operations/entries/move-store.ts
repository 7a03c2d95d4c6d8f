import { pathSkeleton } from '@labroom/protocol/look-alikes';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { pathTooLong } from '#core/files/file-errors.ts';
import { type FoundEntry, filesOfEntries, foldersOfEntries } from '#core/files/find-entries.ts';
import { withoutSlash } from '#core/files/path.ts';
import { mustLookDistinct } from '#core/files/path-conflicts.ts';
import { moveFollowedFolders } from '#core/follows/move-followed-folders.ts';
import { indexMoved } from '#core/search/index-moved.ts';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { type Destination, requireFree } from './destinations.ts';
import type { ChangedEntry } from './entries-change.ts';
import { areApart, moveDirectly } from './move-directly.ts';

/** Former paths that a file keeps; the oldest are dropped. */
const keptPaths = 100;

interface Move extends FoundEntry {
  to: string;
}

interface Moves {
  oclId: string;
  wallet: string;
  moves: readonly Move[];
}

/** Moves entries of a locked lab with a constant number of statements. */
export async function moveEntries(
  tx: LabTransaction,
  { oclId, wallet, moves }: Moves,
): Promise<ChangedEntry[]> {
  const rows = moves.map(rowOf);
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as move(at int, source text, target text, folder boolean, source_look int, target_look text)`;
  const waves = wavesOf(moves);
  const isDirect = waves.length === 1 && (await mayMoveDirectly(tx, oclId, moves, rows));
  const counts = await (isDirect ? direct : byParking)(tx, { oclId, wallet, given, waves });
  const folders = moves.filter(({ isFolder }) => isFolder);
  await moveFollowedFolders(
    tx,
    oclId,
    folders.map(({ path, to }) => ({ from: `${path}/`, to: `${withoutSlash(to)}/` })),
  );
  return moves.map(({ path, to, isFolder }, at) => ({
    from: isFolder ? `${path}/` : path,
    to: isFolder ? `${withoutSlash(to)}/` : to,
    ref: isFolder ? null : (counts.get(at)?.did ?? null),
    fileCount: counts.get(at)?.files ?? 0,
  }));
}

interface Plan extends Pick<Moves, 'oclId' | 'wallet'> {
  given: SQL;
  waves: (Destination & { at: number })[][];
}

/** Files of each move by its number, and the DID of one of them. */
type Counts = Map<number, { files: number; did: string }>;

/**
 * Whether each file can be written once: no destination is where another move leaves, and none looks like an entry that
 * is there now. If one does, the entry may be about to leave, which `byParking` finds out.
 */
async function mayMoveDirectly(
  tx: LabTransaction,
  oclId: string,
  moves: readonly Move[],
  rows: readonly ReturnType<typeof rowOf>[],
): Promise<boolean> {
  const looks = moves.map(({ path }, at) => ({
    source: pathSkeleton(path),
    target: rows[at]?.target_look ?? '',
  }));
  if (!areApart(looks)) return false;
  try {
    await mustLookDistinct(tx, oclId, ...rows.map(({ target }) => target));
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.reason === 'CONFUSABLE_PATH') return false;
    throw error;
  }
}

async function direct(tx: LabTransaction, { oclId, wallet, given, waves }: Plan): Promise<Counts> {
  await requireFree(tx, oclId, waves.flat());
  const moved = await moveDirectly(tx, { oclId, wallet, given });
  const isTooLong = (limit: number) => (one: { path: string }) => Buffer.byteLength(one.path) > limit;
  const tooLong = moved.files.find(isTooLong(1_024)) ?? moved.folders.find(isTooLong(1_025));
  if (tooLong) throw pathTooLong('moves', tooLong.path);
  const ids = moved.files.map(({ id }) => id);
  if (moved.files.some(({ moves }) => moves > keptPaths))
    await tx.execute(sql`
      delete from former_paths using files where former_paths.file_id = files.id
        and former_paths.move <= files.moves - ${keptPaths} and files.id = any(${sql.param(ids)}::uuid[])`);
  await indexMoved(tx, ids);
  const counts: Counts = new Map();
  for (const { at, did } of moved.files) counts.set(at, { did, files: (counts.get(at)?.files ?? 0) + 1 });
  return counts;
}

/**
 * [Note: parked paths] Unique paths are checked row by row, so two files could not swap their paths in one statement.
 * Therefore every moved row first gets a path that none can have: a control character, the number of its move, and its
 * former path. Then the destinations are checked against what stays, and written.
 */
async function byParking(tx: LabTransaction, { oclId, wallet, given, waves }: Plan): Promise<Counts> {
  await park(tx, oclId, given);
  await requireShortPaths(tx, oclId, given);
  const { rows } = await tx.execute<{ at: number; files: number; did: string }>(sql`
    select split_part(path, chr(1), 2)::int as at, count(*)::int as files, min(did) as did
    from files where ocl_id = ${oclId} and ${isParked} group by 1`);
  await keepFormerPaths(tx, oclId);
  // A destination within a moved folder is checked after that folder is there.
  for (const wave of waves) {
    const numbers = sql.param(wave.map(({ at }) => at));
    await requireFree(tx, oclId, wave);
    await mustLookDistinct(tx, oclId, ...wave.map(({ target }) => target));
    await unpark(tx, { oclId, wallet, given, numbers });
  }
  return new Map(rows.map((row) => [row.at, row]));
}

const isParked = sql`path collate "C" >= chr(1) and path collate "C" < chr(2)`;
const formerPath = sql`split_part(path, chr(1), 3)`;
const nextPath = sql`move.target || substr(${formerPath}, length(move.source) + 1)`;
const moveOfRow = sql`split_part(path, chr(1), 2)::int = move.at`;

function rowOf({ path, isFolder, to }: Move, at: number) {
  const target = withoutSlash(to);
  return {
    at,
    source: path,
    target,
    folder: isFolder,
    source_look: [...pathSkeleton(path)].length,
    target_look: pathSkeleton(target),
  };
}

async function park(tx: LabTransaction, oclId: string, given: SQL): Promise<void> {
  await tx.execute(sql`
    update files set path = chr(1) || at || chr(1) || path, path_skeleton = chr(1) || path_skeleton, moves = moves + 1
    from ${filesOfEntries(oclId, given)} owned where files.id = owned.id`);
  await tx.execute(sql`
    update folders set path = chr(1) || at || chr(1) || folders.path, path_skeleton = chr(1) || path_skeleton
    from ${foldersOfEntries(oclId, given)} owned where folders.ocl_id = ${oclId} and folders.path = owned.path`);
}

async function requireShortPaths(tx: LabTransaction, oclId: string, given: SQL): Promise<void> {
  const { rows } = await tx.execute<{ path: string }>(sql`
    select ${nextPath} as path from files join ${given} on ${moveOfRow}
    where ocl_id = ${oclId} and ${isParked} and octet_length(${nextPath}) > 1024
    union all select ${nextPath} from folders join ${given} on ${moveOfRow}
    where ocl_id = ${oclId} and ${isParked} and octet_length(${nextPath}) > 1025 limit 1`);
  const [tooLong] = rows;
  if (!tooLong) return;
  throw pathTooLong('moves', tooLong.path);
}

async function keepFormerPaths(tx: LabTransaction, oclId: string): Promise<void> {
  await tx.execute(sql`
    insert into former_paths (ocl_id, path, file_id, move)
    select ocl_id, ${formerPath}, id, moves from files where ocl_id = ${oclId} and ${isParked}
    on conflict (ocl_id, path) do update set file_id = excluded.file_id, move = excluded.move`);
  await tx.execute(sql`
    delete from former_paths using files where former_paths.file_id = files.id and files.moves > ${keptPaths}
      and former_paths.move <= files.moves - ${keptPaths} and files.ocl_id = ${oclId}
      and files.path collate "C" >= chr(1) and files.path collate "C" < chr(2)`);
}

/** Groups moves so that no destination lies within a folder that the same or a later group moves. */
function wavesOf(moves: readonly Move[]): (Destination & { at: number })[][] {
  const folders = new Set(moves.filter(({ isFolder }) => isFolder).map(({ to }) => withoutSlash(to)));
  const destinations = moves.map(({ to, isFolder }, at) => ({
    at,
    target: withoutSlash(to),
    folder: isFolder,
  }));
  if (folders.size === 0) return [destinations];
  const waves = Map.groupBy(destinations, ({ target }) => {
    const segments = target.split('/');
    return segments.filter((_, depth) => depth > 0 && folders.has(segments.slice(0, depth).join('/'))).length;
  });
  return [...waves].sort(([one], [other]) => one - other).map(([, wave]) => wave);
}

async function unpark(
  tx: LabTransaction,
  { oclId, wallet, given, numbers }: Pick<Moves, 'oclId' | 'wallet'> & { given: SQL; numbers: SQLWrapper },
): Promise<void> {
  const inWave = sql`move.at = any(${numbers}::int[]) and ${moveOfRow}`;
  const nextLook = sql`move.target_look || substr(path_skeleton, move.source_look + 2)`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    update files set path = ${nextPath}, path_skeleton = ${nextLook}, updated_at = now(), change_by = ${wallet}
    from ${given} where ocl_id = ${oclId} and ${isParked} and ${inWave} returning id`);
  await tx.execute(sql`
    update folders set path = ${nextPath}, path_skeleton = ${nextLook}
    from ${given} where ocl_id = ${oclId} and ${isParked} and ${inWave}`);
  await indexMoved(
    tx,
    rows.map(({ id }) => id),
  );
}
