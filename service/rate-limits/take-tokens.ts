import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { rateLimitBuckets } from '../db/tables/rate-limits.ts';

export interface Bucket {
  /** Whose it is, e.g. `wallet:0x…`. */
  key: string;
  /** Tokens that it gets in a minute, and holds at most. */
  perMinute: number;
}

/**
 * Takes a token from each bucket that has one, in one statement, so that any number of processes can share them.
 * @returns seconds until the emptiest bucket has a token again; 0 when all of them had one
 */
export async function takeTokens(db: Database, buckets: readonly Bucket[]): Promise<number> {
  // In one order everywhere, as two statements that lock the same rows crosswise would wait for each other.
  const ordered = [...buckets].sort((one, other) => (one.key < other.key ? -1 : 1));
  const keys = sql.param(ordered.map(({ key }) => key));
  const steps = sql.param(ordered.map(({ perMinute }) => 60 / perMinute));
  const { rows } = await db.execute<{ wait: number }>(sql`
    with asked as (
      select key, make_interval(secs => step) as step
      from unnest(${keys}::text[], ${steps}::double precision[]) as asked (key, step)
    ), taken as (
      insert into ${rateLimitBuckets} as bucket (key, full_at)
      select key, now() + step from asked order by key
      on conflict (key) do update
        set full_at = greatest(bucket.full_at, now()) + (excluded.full_at - now())
        where greatest(bucket.full_at, now()) + (excluded.full_at - now()) <= now() + interval '1 minute'
      returning key
    )
    select coalesce(max(greatest(
      extract(epoch from coalesce(bucket.full_at, now()) + step - now() - interval '1 minute'), 0.001
    )), 0)::float8 as wait
    from asked left join ${rateLimitBuckets} as bucket using (key)
    where key not in (select key from taken)`);
  return rows[0]?.wait ?? 0;
}
