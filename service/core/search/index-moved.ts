import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/db/database.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';

const portion = 200;
/** Files that are found by their new path at once. The worker indexes larger moves. */
const atOnce = 100;

/**
 * Indexes moved or restored files: a few at once, many by the worker, because indexing takes longer than moving. Until
 * then a moved file is found by the words of its former path.
 */
export async function indexMoved(tx: Transaction, fileIds: string[]): Promise<void> {
  const ids = sql.param(fileIds);
  if (fileIds.length > atOnce)
    await tx.execute(
      sql`insert into search_moved (file_id) select unnest(${ids}::uuid[]) on conflict do nothing`,
    );
  else await tx.execute(sql`select search_index_file(f) from files f where id = any(${ids}::uuid[])`);
}

/** Leaves files that the transaction inserts to `indexMoved`. */
export async function indexLater(tx: Transaction): Promise<void> {
  await tx.execute(sql`select set_config('labroom.index_later', 'on', true)`);
}

/** Indexes files of large moves. */
export function indexMovedFiles({ db }: { db: Database }): Promise<JobOutcome> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      delete from search_moved where file_id in
        (select file_id from search_moved limit ${portion} for update skip locked) returning file_id as id`);
    const ids = sql.param(rows.map(({ id }) => id));
    // Locked, so that a concurrent change of a file is indexed after this.
    await tx.execute(sql`select from files where id = any(${ids}::uuid[]) order by id for share`);
    await tx.execute(sql`select search_index_file(f) from files f where id = any(${ids}::uuid[])`);
    return { done: rows.length, more: rows.length === portion };
  });
}
