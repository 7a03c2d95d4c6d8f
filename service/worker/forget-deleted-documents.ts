import { sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';

const portion = 10_000;

/** Forgets after a day which documents were deleted. Indexes in memory that are older read all documents again. */
export async function forgetDeletedDocuments({ db }: ServiceContext): Promise<JobOutcome> {
  const removed = await db.execute(sql`
    delete from search_deletions where (deleted_in, document_id) in
      (select deleted_in, document_id from search_deletions where deleted_at < now() - interval '1 day' limit ${portion})`);
  const done = removed.rowCount ?? 0;
  return { done, more: done === portion };
}
