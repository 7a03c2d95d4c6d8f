import { and, asc, eq, inArray, lte, not, sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import { isLeased } from '#platform/db/lease.ts';
import { objectDeletions } from '#platform/db/tables/files.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { BACKUP_LEASE, removing } from './remove-objects-now.ts';

const portion = 100;

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
