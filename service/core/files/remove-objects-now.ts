import { Readable } from 'node:stream';
import { and, inArray, sql } from 'drizzle-orm';
import type { RequestContext } from '#core/context/context.ts';
import type { Database } from '#platform/db/database.ts';
import { isLeased } from '#platform/db/lease.ts';
import { objectChunks, objectDeletions } from '#platform/db/tables/files.ts';

/** Lease of a backup. While it is held, no object is deleted that the rows of the backup may reference. */
export const BACKUP_LEASE = 'backup';

/** A statement that removes the hashes of deleted objects besides. */
export function removing(db: Database, objectKeys: string[]) {
  const ofObjects = inArray(objectChunks.objectKey, objectKeys);
  return db.with(db.$with('hashes').as(db.delete(objectChunks).where(ofObjects).returning()));
}

/** Batch size and time limit of the deletion in a request. */
const atOnce = 16;
const requestMs = 10_000;

/**
 * Revokes the URLs of objects in the deletion queue before the request returns, also while no worker runs. During a
 * backup the objects are only withdrawn, so that the backup can read them; the worker deletes them afterwards. Never
 * throws: what fails or takes too long stays queued, and its URLs work until the worker succeeds or they expire.
 */
export async function removeObjectsNow(
  { db, storage, log }: Pick<RequestContext, 'db' | 'storage' | 'log'>,
  objectKeys: string[],
): Promise<void> {
  const removed: string[] = [];
  let startedAt: string | undefined;
  try {
    const { rows } = await db.execute<{ held: boolean; now: string }>(
      sql`select ${isLeased(BACKUP_LEASE)} as held, now()::text as now`,
    );
    const isHeld = rows[0]?.held !== false;
    startedAt = rows[0]?.now;
    const remove = async (key: string) => {
      await (isHeld ? storage.withdraw(key) : storage.delete(key)).then(
        () => isHeld || removed.push(key),
        (error: unknown) => log.error({ err: error }, 'object not deleted; the worker tries again'),
      );
    };
    const signal = AbortSignal.timeout(requestMs);
    await Readable.from(objectKeys).forEach(remove, { concurrency: atOnce, signal });
  } catch (error) {
    log.error({ err: error }, 'objects not deleted; the worker tries again');
  }
  if (removed.length === 0) return;
  await removing(db, removed)
    .delete(objectDeletions)
    // If it was queued again since then, it may have bytes again.
    .where(
      and(
        inArray(objectDeletions.objectKey, removed),
        sql`${objectDeletions.dueAt} < ${startedAt}::timestamptz`,
      ),
    )
    .catch((error: unknown) => log.error({ err: error }, 'deleted objects stay queued'));
}
