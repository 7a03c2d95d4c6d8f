import { and, asc, inArray, isNull, lte, notExists, sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { fileVersions, objectDeletions, uploads } from '../platform/db/tables/files.ts';

const portion = 100;
/** A finish that started just before the expiry may still be reading its bytes. */
const grace = sql`interval '1 hour'`;

/**
 * Deletes uploads that were never finished. Their bytes, also in parts, and those that a failed finish sealed, are queued
 * for deletion in the same transaction, so a crash loses neither.
 */
export function expireUploads({ db }: ServiceContext): Promise<JobOutcome> {
  return db.transaction(async (tx) => {
    const expired = await tx
      .select({ id: uploads.id, objectKey: uploads.objectKey })
      .from(uploads)
      .where(
        and(
          isNull(uploads.finishedAt),
          lte(uploads.expiresAt, sql`now() - ${grace}`),
          notExists(
            tx
              .select()
              .from(fileVersions)
              .where(
                sql`${fileVersions.objectKey} in (${sealedKey()}, ${uploads.objectKey}) and ${fileVersions.restoredFrom} is null`,
              ),
          ),
        ),
      )
      .orderBy(asc(uploads.expiresAt))
      .limit(portion)
      .for('update', { skipLocked: true });
    if (expired.length === 0) return { done: 0, more: false };
    const keys = expired.flatMap(({ id, objectKey }) => [objectKey, `files/${id}`]);
    await tx
      .insert(objectDeletions)
      .values(keys.map((objectKey) => ({ objectKey })))
      .onConflictDoNothing();
    await tx.delete(uploads).where(
      inArray(
        uploads.id,
        expired.map(({ id }) => id),
      ),
    );
    return { done: expired.length, more: expired.length === portion };
  });
}

function sealedKey() {
  return sql`'files/' || ${uploads.id}`;
}
