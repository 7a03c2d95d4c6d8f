import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { forgetFullBuckets } from './forget-full-buckets.ts';
import { takeTokens } from './take-tokens.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url);
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

/** As if this much time had gone by for one bucket. */
const pass = (seconds: number, key: string) =>
  db.execute(
    sql`update rate_limit_buckets set full_at = full_at - make_interval(secs => ${seconds}) where key = ${key}`,
  );

/** How many of `count` requests get through, and the waits of the others. */
async function take(count: number, bucket: { key: string; perMinute: number }) {
  const waits: number[] = [];
  for (let taken = 0; taken < count; taken += 1) waits.push(await takeTokens(db, [bucket]));
  return { granted: waits.filter((wait) => wait === 0).length, refused: waits.filter((wait) => wait > 0) };
}

describe('a token bucket', () => {
  test('gives a minute’s worth at once, then says when the next comes', async () => {
    const bucket = { key: 'at once', perMinute: 2 };
    const { granted, refused } = await take(3, bucket);
    expect(granted).toBe(2);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toBeGreaterThan(0);
    expect(refused[0]).toBeLessThanOrEqual(30);
  });

  test('fills evenly with time, and never over its size', async () => {
    const bucket = { key: 'evenly', perMinute: 2 };
    await take(2, bucket);
    await pass(30, 'evenly');
    expect((await take(2, bucket)).granted).toBe(1);
    await pass(86_400, 'evenly');
    expect((await take(5, bucket)).granted).toBe(2);
  });

  test('a refusal takes nothing', async () => {
    const bucket = { key: 'nothing', perMinute: 1 };
    await take(20, bucket);
    await pass(60, 'nothing');
    expect((await take(1, bucket)).granted).toBe(1);
  });

  test('an empty one does not spare the others, and the longest wait counts', async () => {
    const slow = { key: 'slow', perMinute: 1 };
    const fast = { key: 'fast', perMinute: 60 };
    expect(await takeTokens(db, [slow, fast])).toBe(0);
    const wait = await takeTokens(db, [fast, slow]);
    expect(wait).toBeGreaterThan(1);
    const { rows } = await db.execute(sql`
      select round(extract(epoch from full_at - now())) as tokens from rate_limit_buckets where key = 'fast'`);
    expect(Number(rows[0]?.tokens)).toBeGreaterThan(0);
  });

  test('many at once get exactly what there is, in whatever order they name the buckets', async () => {
    const buckets = [
      { key: 'crowd a', perMinute: 1 },
      { key: 'crowd b', perMinute: 1 },
    ];
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, index) => takeTokens(db, index % 2 ? buckets : [...buckets].reverse())),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
  });

  test('is forgotten once it is full, and no earlier', async () => {
    await db.execute(sql`delete from rate_limit_buckets`);
    const idle = { key: 'idle', perMinute: 1 };
    const busy = { key: 'busy', perMinute: 1 };
    await takeTokens(db, [idle, busy]);
    await pass(60, 'idle');
    expect(await forgetFullBuckets({ db })).toEqual({ done: 1, more: false });
    expect((await take(1, idle)).granted).toBe(1);
    expect((await take(1, busy)).granted).toBe(0);
  });

  test('is kept without waiting for a disk', async () => {
    const { rows } = await db.execute(
      sql`select relpersistence from pg_class where relname = 'rate_limit_buckets'`,
    );
    expect(rows).toEqual([{ relpersistence: 'u' }]);
  });
});
