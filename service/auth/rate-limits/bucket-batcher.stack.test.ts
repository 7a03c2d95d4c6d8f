import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { BucketBatcher } from './bucket-batcher.ts';

const { db } = await openTestDatabase();

const free = (turns: { wait: number }[]) => turns.filter(({ wait }) => wait === 0).length;

describe('a batcher of bucket updates', () => {
  test('grants as many requests as there are tokens, in order of arrival, with few statements', async () => {
    const query = vi.spyOn(db.$client, 'query');
    const batcher = new BucketBatcher(db);
    const bucket = { key: 'pending', perMinute: 3 };
    const turns = await Promise.all(Array.from({ length: 200 }, () => batcher.take(bucket)));
    expect(free(turns)).toBe(3);
    expect(free(turns.slice(0, 3))).toBe(3);
    expect(query.mock.calls.length).toBeLessThan(10);
    query.mockRestore();
  });

  test('takes from all requested buckets in one statement, and counts each separately', async () => {
    const batcher = new BucketBatcher(db);
    const buckets = ['a', 'b', 'c'].map((key, index) => ({ key, perMinute: index + 1 }));
    const turns = await Promise.all(
      buckets.map((bucket) => Promise.all(Array.from({ length: 5 }, () => batcher.take(bucket)))),
    );
    expect(turns.map(free)).toEqual([1, 2, 3]);
  });

  test('shares the tokens with another batcher', async () => {
    const turnstiles = [new BucketBatcher(db), new BucketBatcher(db)];
    const bucket = { key: 'shared', perMinute: 20 };
    const turns = await Promise.all(
      Array.from({ length: 100 }, (_, index) => turnstiles[index % 2]?.take(bucket) ?? { wait: -1 }),
    );
    expect(free(turns)).toBe(20);
  });

  test('fails the waiting requests when the database fails, and serves the next', async () => {
    const batcher = new BucketBatcher(db);
    const bucket = { key: 'broken', perMinute: 5 };
    await db.execute(sql`alter table rate_limit_buckets rename to elsewhere`);
    const waiting = [batcher.take(bucket), batcher.take(bucket)];
    for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe('rejected');
    await db.execute(sql`alter table elsewhere rename to rate_limit_buckets`);
    expect(await batcher.take(bucket)).toMatchObject({ wait: 0, left: 4 });
  });
});
