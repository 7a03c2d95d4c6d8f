import { looksLike, pathSkeleton, skeleton } from '@labroom/protocol/look-alikes';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Reader } from '#platform/db/database.ts';
import { type LabTransaction, labTransaction } from '#platform/db/lab-transaction.ts';
import { files } from '#platform/db/tables/files.ts';
import { lockLab } from '../labs/lab-lock.ts';
import { pathConfusable } from './file-errors.ts';
import { isBelow } from './find-entries.ts';

interface Level {
  depth: number;
  /** With a `/` at its end; empty at the root. */
  parent: string;
  name: string;
  skeleton: string;
}

/**
 * Rejects paths that add a file or folder next to one that looks the same. Only the first level of a path that does not
 * exist yet can add one. Decides races when the lab is locked.
 * @throws ServiceError `VALIDATION_FAILED`, reason `CONFUSABLE_PATH`, with `existing` in the details
 */
export async function mustLookDistinct(db: Reader, oclId: string, ...paths: string[]): Promise<void> {
  requireDistinct(await selectLookAlikes(db, oclId, paths));
}

/** The statement of `mustLookDistinct`, whose answer `requireDistinct` judges. */
export function selectLookAlikes(db: Reader, oclId: string, paths: readonly string[]) {
  const levels = [...new Map(paths.flatMap(levelsOf)).values()];
  mustDifferAmongThemselves(levels);
  const isPresent = isBelow(sql`path`, sql`parent || name`);
  const cut = sql`left(path_skeleton, 600) collate "C"`;
  const looksSame = sql`${cut} = left(skeleton, 600)`;
  const isBelowSame = sql`${cut} >= left(skeleton || '/', 600) and ${cut} < left(skeleton || '0', 600)`;
  // Subqueries that are evaluated for each level, without `or` over files, use the indexes, whatever the statistics of the tables say.
  return db.execute<LookAlike>(sql`
    with levels as materialized (
      select *, exists (select from files where ocl_id = ${oclId} and ${isPresent})
        or exists (select from folders where ocl_id = ${oclId} and ${isPresent}) as present
      from jsonb_to_recordset(${JSON.stringify(levels)}::jsonb)
        as level(depth int, parent text, name text, skeleton text)
    ), added as (
      select * from levels where not present
        and (parent = '' or parent in (select parent || name || '/' from levels where present))
    )
    select distinct parent, name, entry from added, lateral (
      select split_part(path, '/', depth) as entry from (
        select path from files where ocl_id = ${oclId} and ${looksSame}
        union all select path from files where ocl_id = ${oclId} and ${isBelowSame}
        union all select path from folders where ocl_id = ${oclId} and (${looksSame} or ${isBelowSame})) entries
      where starts_with(path, parent)
      offset 0) found
    where entry <> name`);
}

type LookAlike = { parent: string; name: string; entry: string };

export function requireDistinct({ rows }: { rows: readonly LookAlike[] }): void {
  const found = rows.find(({ entry, name }) => looksLike(entry, name));
  if (found) throw pathConfusable(found.parent + found.entry);
}

/** The levels of a path, by their paths. */
function levelsOf(path: string): [string, Level][] {
  const levels: [string, Level][] = [];
  let parent = '';
  let look = '';
  for (const [index, name] of path.split('/').entries()) {
    look += skeleton(name);
    levels.push([parent + name, { depth: index + 1, parent, name, skeleton: look }]);
    parent += `${name}/`;
    look += '/';
  }
  return levels;
}

function mustDifferAmongThemselves(levels: Level[]): void {
  const byLook = Map.groupBy(levels, ({ parent, skeleton: look }) => `${parent}\0${look}`);
  for (const [first, ...others] of byLook.values()) {
    const like = first && others.find(({ name }) => looksLike(name, first.name));
    if (first && like) throw pathConfusable(first.parent + first.name);
  }
}

const PORTION = 1_000;

/** Computes the skeletons of a lab's files from before they were recorded, in portions. */
export async function addSkeletons(db: Database, oclId: string): Promise<void> {
  while (await lacksSkeletons(db, oclId)) {
    await labTransaction(db, oclId, (tx) => addPortion(tx, oclId));
  }
}

const withoutSkeleton = (oclId: string) => and(eq(files.oclId, oclId), isNull(files.pathSkeleton));

async function lacksSkeletons(db: Database, oclId: string): Promise<boolean> {
  const rows = await db.select({ id: files.id }).from(files).where(withoutSkeleton(oclId)).limit(1);
  return rows.length > 0;
}

async function addPortion(tx: LabTransaction, oclId: string): Promise<void> {
  await lockLab(tx, oclId);
  const rows = await tx
    .select({ id: files.id, path: files.path })
    .from(files)
    .where(withoutSkeleton(oclId))
    .limit(PORTION);
  const skeletons = rows.map(({ id, path }) => ({ id, skeleton: pathSkeleton(path) }));
  await tx.execute(sql`
    update files set path_skeleton = skeleton
    from jsonb_to_recordset(${JSON.stringify(skeletons)}::jsonb) as computed(id uuid, skeleton text)
    where files.id = computed.id`);
}
