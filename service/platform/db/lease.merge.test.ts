import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { isExpired, isLeased, takeLease } from './lease.ts';
import { leases } from './tables/leases.ts';

const { db } = await openTestDatabase();

async function is(condition: ReturnType<typeof isLeased>): Promise<boolean | undefined> {
  const { rows } = await db.execute<{ holds: boolean }>(sql`select ${condition} as holds`);
  return rows[0]?.holds;
}
const expire = (name: string) =>
  db.update(leases).set({ expiresAt: sql`now()` }).where(eq(leases.name, name));

test('has one holder at a time, however many try at once', async () => {
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeLease(db, 'one')));
  const held = taken.filter((lease) => lease !== null);
  expect(held).toHaveLength(1);
  expect(held[0]?.isHeld()).toBe(true);
  expect(await is(isLeased('one'))).toBe(true);
  await held[0]?.[Symbol.asyncDispose]();
  expect(held[0]?.isHeld()).toBe(false);
  expect([await is(isLeased('one')), await is(isExpired(sql`'one'`))]).toEqual([false, true]);
  await using again = await takeLease(db, 'one');
  expect(again?.isHeld()).toBe(true);
});

test('is free as soon as it is disposed of', async () => {
  const held: boolean[] = [];
  for (let at = 0; at < 100; at += 1) {
    await (await takeLease(db, 'short'))?.[Symbol.asyncDispose]();
    if (await is(isLeased('short'))) held.push(true);
  }
  expect(held).toEqual([]);
});

test('a lease that was never taken is neither held nor expired', async () => {
  expect([await is(isLeased('never')), await is(isExpired(sql`'never'`))]).toEqual([false, false]);
});

test('is renewed while its holder lives, even after all connections broke', async () => {
  await using lease = await takeLease(db, 'renewed');
  const expiry = async () => (await db.select().from(leases).where(eq(leases.name, 'renewed')))[0]?.expiresAt;
  const before = await expiry();
  await db
    .execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`)
    .catch(() => {});
  await expect
    .poll(async () => Number(await expiry().catch(() => before)), { timeout: 60_000 })
    .toBeGreaterThan(Number(before));
  expect(lease?.isHeld()).toBe(true);
});

test('a holder whose lease expired is told, and cannot renew it', async () => {
  await using lease = await takeLease(db, 'expired');
  await expire('expired');
  await using next = await takeLease(db, 'expired');
  await expect.poll(() => lease?.lost.aborted, { timeout: 60_000 }).toBe(true);
  expect(lease?.isHeld()).toBe(false);
  // Disposal by the former holder does not end the lease of the next one.
  await lease?.[Symbol.asyncDispose]();
  expect(next?.isHeld()).toBe(true);
  expect(await is(isLeased('expired'))).toBe(true);
});

test('a process that was paused, or cannot reach its database, stops relying on its lease in time', async () => {
  await using lease = await takeLease(db, 'paused');
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 15_000);
  expect(lease?.isHeld()).toBe(false);
  clock.mockRestore();
});
