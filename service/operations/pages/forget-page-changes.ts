import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';

/** Longer than any page is kept. */
const KEPT_MS = 600_000;

interface Moment {
  at: number;
  /** The oldest transaction that had not ended. */
  oldest: string;
}

/** By database: when which transactions had ended. */
const moments = new WeakMap<Database, Moment[]>();

/**
 * Deletes the changes of transactions that ended ten minutes ago, as this process saw it, and those of transactions that this database has not
 * had, which another one left in a copy.
 */
export async function forgetPageChanges(
  { db }: { db: Database },
  now: number = Date.now(),
): Promise<JobOutcome> {
  const seen = moments.get(db) ?? [];
  moments.set(db, seen);
  const last = seen.findLastIndex(({ at }) => at <= now - KEPT_MS);
  const ended = seen[last]?.oldest ?? '0';
  const { rows } = await db.execute<{ oldest: string; done: number }>(sql`
    with removed as (delete from page_changes where transaction < ${ended}::xid8
      or transaction >= pg_snapshot_xmax(pg_current_snapshot()) returning 1)
    select pg_snapshot_xmin(pg_current_snapshot())::text as oldest, count(*)::int as done from removed`);
  const [found] = rows;
  seen.splice(0, last);
  if (found) seen.push({ at: now, oldest: found.oldest });
  return { done: found?.done ?? 0, more: false };
}
