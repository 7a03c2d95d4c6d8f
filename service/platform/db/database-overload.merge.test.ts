import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { eq, sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { toServiceError } from '../failures/to-service-error.ts';
import { openDatabase } from './open-database.ts';

const kept = pgTable('kept', { n: integer().notNull() });
/** Of the pool's ten connections. */
const TRANSACTIONS = 6;

const { db, url: databaseUrl } = await openTestDatabase();
beforeAll(async () => {
  await db.execute(sql`create table kept (n int not null)`);
});
beforeEach(() => db.execute(sql`truncate kept`));

/** Locks every row of `kept` on a connection outside the pool. */
async function lockRows() {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select from kept for update');
  return { release: () => client.end() };
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

const failureOf = (statement: Promise<unknown>) => statement.then(() => null, toServiceError);
const busy = { code: 'UPSTREAM_UNAVAILABLE', reason: 'DATABASE_BUSY', retryAfterSeconds: 2 };

test('transactions that wait for a lock leave connections for reads', async () => {
  await db.insert(kept).values({ n: 0 });
  const held = await lockRows();
  const changes = Array.from({ length: 20 }, () =>
    db.transaction((tx) => tx.update(kept).set({ n: sql`n + 1` })),
  );
  await expect.poll(waitingForLocks).toBe(TRANSACTIONS);
  expect(await db.$count(kept)).toBe(1);
  await held.release();
  await Promise.all(changes);
  expect(await db.select().from(kept)).toEqual([{ n: 20 }]);
});

test('a transaction that PostgreSQL rolled back for a deadlock is retried once', async () => {
  await db.insert(kept).values([{ n: 1 }, { n: 2 }]);
  const sides = [1, 2].map((n) => ({
    n,
    locked: Promise.withResolvers<void>(),
    ended: Promise.withResolvers<void>(),
    runs: 0,
  }));
  const lockBoth = async (mine: (typeof sides)[number], theirs: (typeof sides)[number]) => {
    await db.transaction(async (tx) => {
      mine.runs += 1;
      // The repetition waits, so that it cannot take the row for which the other transaction is waiting.
      if (mine.runs === 2) await theirs.ended.promise;
      await tx.select().from(kept).where(eq(kept.n, mine.n)).for('update');
      mine.locked.resolve();
      await theirs.locked.promise;
      await tx.select().from(kept).where(eq(kept.n, theirs.n)).for('update');
    });
    mine.ended.resolve();
  };
  const [one, two] = sides as [(typeof sides)[number], (typeof sides)[number]];
  await Promise.all([lockBoth(one, two), lockBoth(two, one)]);
  expect(one.runs + two.runs).toBe(3);
});

test('a second deadlock of the same transaction is overload', async () => {
  let runs = 0;
  const failure = await failureOf(
    db.transaction(async (tx) => {
      runs += 1;
      await tx.execute(sql`do $$ begin raise exception using errcode = '40P01'; end $$`);
    }),
  );
  expect(failure).toMatchObject(busy);
  expect(runs).toBe(2);
});

test.each([
  ['too many connections', '53300'],
  ['a lock that is held for too long', '55P03'],
  ['a statement that takes too long', '57014'],
])('%s is overload', async (_, code) => {
  const statement = sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`);
  expect(await failureOf(db.execute(statement))).toMatchObject(busy);
});

test('waiting for a locked row ends after five seconds', async () => {
  await db.insert(kept).values({ n: 0 });
  const held = await lockRows();
  expect(await failureOf(db.update(kept).set({ n: 1 }))).toMatchObject(busy);
  await held.release();
});

test('no connection within five seconds is overload', async () => {
  const small = openDatabase(databaseUrl, { maxConnections: 1 });
  const held = await small.$client.connect();
  expect(await failureOf(small.$count(kept))).toMatchObject(busy);
  held.release();
  expect(await small.$count(kept)).toBe(0);
  await small.$client.end();
});

test('a database that refuses connections is overload', async () => {
  const url = new URL(databaseUrl);
  url.port = '1';
  const away = openDatabase(url.href);
  expect(await failureOf(away.$count(kept))).toMatchObject(busy);
});

test('a connection lost during a statement gives no promise about its effect', async () => {
  const killed = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
    await tx.execute(sql`select 1`);
  });
  const failure = await failureOf(killed);
  expect(failure).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', reason: 'DATABASE_CONNECTION_LOST' });
  expect(failure?.retryAfterSeconds).toBeUndefined();
});

test('an invalid statement is still an internal error', async () => {
  expect(await failureOf(db.execute(sql`select nothing from nowhere`))).toMatchObject({
    code: 'INTERNAL_ERROR',
  });
});
