import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { forgetFullBuckets } from '#worker/forget-full-buckets.ts';
import { takeTokens } from './take-tokens.ts';

const { db } = await openTestDatabase();

/** Simulates elapsed time for one bucket. */
const pass = (seconds: number, key: string) =>
  db.execute(
    sql`update rate_limit_buckets set full_at = full_at - make_interval(secs => ${seconds}) where key = ${key}`,
  );

const take = async (count: number, bucket: { key: string; perMinute: number }) =>
  (await takeTokens(db, [{ ...bucket, count }])).get(bucket.key);

describe('a token bucket', () => {
  test('grants a minute’s tokens at once, then reports when the next one comes', async () => {
    const bucket = { key: 'at once', perMinute: 2 };
    expect(await take(1, bucket)).toMatchObject({ granted: 1, wait: 0, left: 1 });
    expect(await take(2, bucket)).toMatchObject({ granted: 1 });
    const { granted, wait = 0 } = (await take(1, bucket)) ?? {};
    expect(granted).toBe(0);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(30);
  });

  test.each([1, 7, 11, 600, 6_000, 9_000])(
    'of %i gives all of them, one by one or together',
    async (perMinute) => {
      expect((await take(perMinute + 5, { key: `together ${perMinute}`, perMinute }))?.granted).toBe(
        perMinute,
      );
      const bucket = { key: `half ${perMinute}`, perMinute };
      const half = Math.floor(perMinute / 2);
      expect((await take(half, bucket))?.granted).toBe(half);
      expect((await take(perMinute - half, bucket))?.granted).toBe(perMinute - half);
    },
  );

  test('never asks to wait longer than one token takes, even if a process with a later clock came first', async () => {
    const bucket = { key: 'later', perMinute: 12 };
    await take(12, bucket);
    await pass(-1, 'later');
    expect(await take(1, bucket)).toMatchObject({ granted: 0, wait: 5, left: 0 });
  });

  test('fills evenly with time, and never above its size', async () => {
    const bucket = { key: 'evenly', perMinute: 2 };
    await take(2, bucket);
    await pass(30, 'evenly');
    expect((await take(2, bucket))?.granted).toBe(1);
    await pass(86_400, 'evenly');
    expect((await take(5, bucket))?.granted).toBe(2);
  });

  test('a rejected request takes nothing', async () => {
    const bucket = { key: 'nothing', perMinute: 1 };
    for (let time = 0; time < 20; time += 1) await take(20, bucket);
    await pass(60, 'nothing');
    expect((await take(1, bucket))?.granted).toBe(1);
  });

  test('tokens are taken from the other buckets even if one is empty', async () => {
    const [slow, fast] = [
      { key: 'slow', perMinute: 1, count: 1 },
      { key: 'fast', perMinute: 60, count: 20 },
    ];
    await takeTokens(db, [slow, fast]);
    const again = await takeTokens(db, [slow, fast]);
    expect([again.get('slow')?.granted, again.get('fast')?.granted]).toEqual([0, 20]);
  });

  test('concurrent requests get exactly the available tokens, in whatever order they name the buckets', async () => {
    const buckets = [
      { key: 'pending a', perMinute: 3, count: 2 },
      { key: 'pending b', perMinute: 3, count: 2 },
    ];
    const taken = await Promise.all(
      Array.from({ length: 40 }, (_, index) => takeTokens(db, index % 2 ? buckets : [...buckets].reverse())),
    );
    for (const { key } of buckets)
      expect(taken.reduce((sum, answer) => sum + (answer.get(key)?.granted ?? 0), 0)).toBe(3);
  });

  test('is deleted once it is full, and not earlier', async () => {
    await db.execute(sql`delete from rate_limit_buckets`);
    const idle = { key: 'idle', perMinute: 1 };
    const busy = { key: 'busy', perMinute: 1 };
    await take(1, idle);
    await take(1, busy);
    await pass(60, 'idle');
    expect(await forgetFullBuckets({ db })).toEqual({ done: 1, more: false });
    expect((await take(1, idle))?.granted).toBe(1);
    expect((await take(1, busy))?.granted).toBe(0);
  });

  test('is deleted without waiting for a concurrent request', async () => {
    await db.execute(sql`delete from rate_limit_buckets`);
    for (const key of ['held', 'left']) {
      await take(1, { key, perMinute: 1 });
      await pass(60, key);
    }
    await db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from rate_limit_buckets where key = 'held' for update`);
      expect(await forgetFullBuckets({ db })).toEqual({ done: 1, more: false });
    });
    expect(await forgetFullBuckets({ db })).toEqual({ done: 1, more: false });
  });

  test('is stored without waiting for a disk', async () => {
    const { rows } = await db.execute(
      sql`select relpersistence from pg_class where relname = 'rate_limit_buckets'`,
    );
    expect(rows).toEqual([{ relpersistence: 'u' }]);
  });
});
