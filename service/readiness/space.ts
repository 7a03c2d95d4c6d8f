import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import { codeOf, DISK_FULL } from '#platform/db/database-failure.ts';

/** A disk is not tried more often, because each try writes a megabyte to it. */
const trustedMs = 10_000;

const tried = new WeakMap<Database, { at: number; answer: Promise<boolean> }>();

/** Whether PostgreSQL has room on its disk. Rejects when it fails for another reason. */
export function hasSpace(db: Database): Promise<boolean> {
  const last = tried.get(db);
  if (last && performance.now() - last.at < trustedMs) return last.answer;
  const answer = tryToWrite(db);
  tried.set(db, { at: performance.now(), answer });
  return answer;
}

/**
 * Sorts a megabyte with less memory than that, so that PostgreSQL writes a temporary file. This takes new blocks of the disk and
 * changes neither rows nor the log, which writing a row would: that may still fit where no new block does.
 */
async function tryToWrite(db: Database): Promise<boolean> {
  try {
    await db.transaction(
      async (tx) => {
        await tx.execute(sql`set local work_mem = '64kB'`);
        await tx.execute(
          sql`select count(*) from (
            select repeat('x', 8000) as filling, number from generate_series(1, 128) number order by filling, number offset 0
          ) sorted`,
        );
      },
      { accessMode: 'read only' },
    );
    return true;
  } catch (error) {
    if (codeOf(error) === DISK_FULL) return false;
    throw error;
  }
}
