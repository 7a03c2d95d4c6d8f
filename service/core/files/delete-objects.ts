import { Readable } from 'node:stream';
import { and, asc, eq, inArray, lte, not, sql } from 'drizzle-orm';
import type { RequestContext, ServiceContext } from '#core/context/context.ts';
import type { Database } from '#platform/db/database.ts';
import { isLeased } from '#platform/db/lease.ts';
import { objectChunks, objectDeletions } from '#platform/db/tables/files.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';

const portion = 100;

/** Lease of a backup. While it is held, no object is deleted that the rows of the backup may reference. */
export const BACKUP_LEASE = 'backup';

/**
 * Deletes objects that nothing references. A row is removed after its object, so an interrupted deletion is repeated.
 * Two workers can run at once, because deleting a missing object succeeds.
 */
export async function deleteObjects({ db, storage }: ServiceContext): Promise<JobOutcome> {
  const rows = await db
    .select()
    .from(objectDeletions)
    .where(and(lte(objectDeletions.dueAt, sql`now()`), not(isLeased(BACKUP_LEASE))))
    .orderBy(asc(objectDeletions.dueAt))
    .limit(portion);
  const outcomes = await Promise.allSettled(
    rows.map(async ({ objectKey, dueAt }) => {
      await storage.delete(objectKey);
      // If it was queued again since then, it may have bytes again.
      const isSame = and(eq(objectDeletions.objectKey, objectKey), eq(objectDeletions.dueAt, dueAt));
      await removing(db, [objectKey]).delete(objectDeletions).where(isSame);
    }),
  );
  const failed = rows
    .filter((_, index) => outcomes[index]?.status === 'rejected')
    .map(({ objectKey }) => objectKey);
  if (failed.length > 0) {
    // Moves to the end of the queue, so that one failing object does not delay the others.
    await db
      .update(objectDeletions)
      .set({ dueAt: sql`now()` })
      .where(inArray(objectDeletions.objectKey, failed));
    throw outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
  }
  return { done: rows.length, more: rows.length === portion };
}

/** A statement that removes the hashes of deleted objects besides. */
function removing(db: Database, objectKeys: string[]) {
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
