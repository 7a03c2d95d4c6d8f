import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import { rateLimitBuckets } from '#platform/db/tables/rate-limits.ts';

export interface Bucket {
  /** Subject of the bucket, e.g. `wallet:0x…`. */
  key: string;
  /** Tokens gained per minute, which is also the size. */
  perMinute: number;
}

export interface Taken {
  granted: number;
  /** Seconds until it has a token again; 0 if all requested tokens were granted. */
  wait: number;
  /** Tokens that are left. */
  left: number;
  /** Seconds until it is full. */
  fullIn: number;
}

/**
 * Takes `count` tokens from each bucket, or as many as it has, in one statement, so that any number of processes can
 * share them. Each key may occur once.
 * @returns by key
 */
export async function takeTokens(
  db: Database,
  asked: readonly (Bucket & { count: number })[],
): Promise<Map<string, Taken>> {
  const keys = sql.param(asked.map(({ key }) => key));
  const rates = sql.param(asked.map(({ perMinute }) => perMinute));
  const counts = sql.param(asked.map(({ count }) => count));
  // All statements lock rows in the same order, to avoid deadlocks. The hundredth of a token absorbs rounding to
  // microseconds.
  const { rows } = await db.execute<{ key: string; granted: number; fullIn: number }>(sql`
    with asked as (
      select * from unnest(${keys}::text[], ${rates}::float8[], ${counts}::int[]) as asked (key, rate, count)
    )
    insert into ${rateLimitBuckets} as bucket (key, full_at, granted)
    select key, now() + least(count, rate) / rate * interval '1 minute', least(count, rate) from asked order by key
    on conflict (key) do update set (full_at, granted) = (
      select greatest(bucket.full_at, now()) + free / rate * interval '1 minute', free
      from (
        select rate, least(count, greatest(0, floor(
          rate * (60 - extract(epoch from greatest(bucket.full_at, now()) - now())::float8) / 60 + 0.01
        ))) as free
        from asked where asked.key = excluded.key
      ) as refill
    )
    returning key, granted, extract(epoch from full_at - now())::float8 as "fullIn"`);
  const perKey = new Map(asked.map((bucket) => [bucket.key, bucket]));
  return new Map(
    rows.map(({ key, granted, fullIn }) => {
      const { count = 0, perMinute = 1 } = perKey.get(key) ?? {};
      const perToken = 60 / perMinute;
      // `now()` may be before that of a statement that took tokens first, so the wait is capped at the refill time of
      // one token.
      const nextIn = Math.min(perToken, Math.max(0.001, fullIn + perToken - 60));
      const left = Math.max(0, Math.floor(perMinute - fullIn / perToken + 0.01));
      return [key, { granted, wait: granted < count ? nextIn : 0, left, fullIn }];
    }),
  );
}
