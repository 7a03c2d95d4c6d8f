import { sql } from 'drizzle-orm';
import { pathOccupiedBy } from '#core/files/file-errors.ts';
import { isBelow } from '#core/files/find-entries.ts';
import type { Reader } from '#platform/db/database.ts';

/** A path that an entry is to have, without a `/` at its end. */
export interface Destination {
  target: string;
  folder: boolean;
}

/**
 * Requires that nothing is at the destinations. A folder needs a path where no folder is, so that the opposite change
 * undoes it.
 * @throws ServiceError `CONFLICT`, reason `PATH_OCCUPIED`, with `existing` in the details
 */
export async function requireFree(db: Reader, oclId: string, wanted: readonly Destination[]): Promise<void> {
  const names = new Set<string>();
  for (const one of wanted) {
    if (names.has(nameOf(one))) throw pathOccupiedBy(nameOf(one));
    names.add(nameOf(one));
  }
  const taken = await isTaken(db, oclId, wanted);
  if (taken) throw pathOccupiedBy(nameOf(taken));
}

/** One of the destinations where an entry of the same kind is. */
export async function isTaken(
  db: Reader,
  oclId: string,
  wanted: readonly Destination[],
): Promise<Destination | undefined> {
  const { rows } = await db.execute<{ target: string; folder: boolean }>(sql`
    select target, folder from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given(target text, folder boolean)
    where not folder and exists (select from files f where f.ocl_id = ${oclId} and f.path = target)
      or folder and (
        exists (select from files f where f.ocl_id = ${oclId} and ${isBelow(sql`f.path`, sql`target`)})
        or exists (select from folders f where f.ocl_id = ${oclId} and ${isBelow(sql`f.path`, sql`target`)}))
    limit 1`);
  return rows[0];
}

const nameOf = ({ target, folder }: Destination) => (folder ? `${target}/` : target);
