import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { Turnstile } from './turnstile.ts';

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

const free = (waits: number[]) => waits.filter((wait) => wait === 0).length;

describe('a turnstile', () => {
  test('lets through as many as there are tokens, the first to come, with few statements', async () => {
    const query = vi.spyOn(db.$client, 'query');
    const turnstile = new Turnstile(db);
    const bucket = { key: 'crowd', perMinute: 3 };
    const waits = await Promise.all(Array.from({ length: 200 }, () => turnstile.take(bucket)));
    expect(free(waits)).toBe(3);
    expect(free(waits.slice(0, 3))).toBe(3);
    expect(query.mock.calls.length).toBeLessThan(10);
    query.mockRestore();
  });

  test('asks for all buckets of a moment at once, each counted alone', async () => {
    const turnstile = new Turnstile(db);
    const buckets = ['a', 'b', 'c'].map((key, index) => ({ key, perMinute: index + 1 }));
    const waits = await Promise.all(
      buckets.map((bucket) => Promise.all(Array.from({ length: 5 }, () => turnstile.take(bucket)))),
    );
    expect(waits.map(free)).toEqual([1, 2, 3]);
  });

  test('and another beside it share what there is', async () => {
    const turnstiles = [new Turnstile(db), new Turnstile(db)];
    const bucket = { key: 'shared', perMinute: 20 };
    const waits = await Promise.all(
      Array.from({ length: 100 }, (_, index) => turnstiles[index % 2]?.take(bucket) ?? -1),
    );
    expect(free(waits)).toBe(20);
  });

  test('fails those who wait when the database does, and serves the next', async () => {
    const turnstile = new Turnstile(db);
    const bucket = { key: 'broken', perMinute: 5 };
    await db.execute(sql`alter table rate_limit_buckets rename to elsewhere`);
    const waiting = [turnstile.take(bucket), turnstile.take(bucket)];
    for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe('rejected');
    await db.execute(sql`alter table elsewhere rename to rate_limit_buckets`);
    expect(await turnstile.take(bucket)).toBe(0);
  });
});
