import { and, asc, eq, inArray, lte, not, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { isLeased } from '../db/lease.ts';
import { objectDeletions } from '../db/tables/files.ts';
import type { JobOutcome } from './run-jobs.ts';

const portion = 100;

/** The lease of a backup: while it is held, no object is removed that the rows of the backup may name. */
export const BACKUP_LEASE = 'backup';

/**
 * Removes from the storage what nothing points to any more. A row goes after its object is gone, so killed at any moment
 * the work is done again, never forgotten; two workers at once do no harm, as deleting what is not there is fine.
 */
export async function deleteObjects({ db, storage }: ServiceContext): Promise<JobOutcome> {
  const rows = await db
    .select()
    .from(objectDeletions)
    .where(and(lte(objectDeletions.dueAt, sql`now()`), not(isLeased(BACKUP_LEASE))))
    .orderBy(asc(objectDeletions.dueAt))
    .limit(portion);
  const outcomes = await Promise.allSettled(
    rows.map(async ({ objectKey }) => {
      await storage.delete(objectKey);
      await db.delete(objectDeletions).where(eq(objectDeletions.objectKey, objectKey));
    }),
  );
  const failed = rows
    .filter((_, index) => outcomes[index]?.status === 'rejected')
    .map(({ objectKey }) => objectKey);
  if (failed.length > 0) {
    // To the end of the line: what cannot be deleted must not hold up the rest.
    await db
      .update(objectDeletions)
      .set({ dueAt: sql`now()` })
      .where(inArray(objectDeletions.objectKey, failed));
    throw outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
  }
  return { done: rows.length, more: rows.length === portion };
}
