import { statementCounter } from '@labroom/testing/captured-queries.ts';
import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Transaction } from './database.ts';
import { codeOf } from './database-failure.ts';
import type { LabTransaction } from './lab-transaction.ts';
import { PipelinedClient } from './pipelined-client.ts';
import { sendLast, sendTogether } from './send-together.ts';

const kept = pgTable('kept_together', { n: integer('n').primaryKey() });
const { db, url } = await openTestDatabase({ maxConnections: 4 });
const sent = statementCounter(db);
const last = (tx: Transaction, ...statements: Parameters<typeof sendTogether>[0]) =>
  sendLast(tx as LabTransaction, ...statements);

interface Wire {
  query(text: string): void;
  parse(statement: { text: string }): void;
}

beforeAll(() => db.execute(sql`create table kept_together (n int primary key)`));
beforeEach(() => db.execute(sql`truncate kept_together`));

describe('statements that are sent together', () => {
  test('run in their order, each on what those before it left', async () => {
    const answers = await db.transaction(async (tx) => {
      await tx.select().from(kept);
      return sendTogether([
        tx.insert(kept).values({ n: 1 }),
        tx.select().from(kept),
        null,
        tx.update(kept).set({ n: 2 }),
        tx.execute<{ n: number }>(sql`select n from kept_together`),
      ]);
    });
    expect(answers[1]).toEqual([{ n: 1 }]);
    expect(answers[2]).toBeNull();
    expect(answers[4].rows).toEqual([{ n: 2 }]);
  });

  test('report the first failure, and leave nothing behind', async () => {
    const failed = db.transaction((tx) =>
      sendTogether([
        tx.execute(sql`select 1`),
        tx.execute(sql`select 1 / 0`),
        tx.execute(sql`select no_column`),
      ]),
    );
    expect(codeOf(await failed.catch((error) => error))).toBe('22012');
    expect(await db.$count(kept)).toBe(0);
  });

  test('read what was committed while the one before them waited for a lock', async () => {
    await db.insert(kept).values({ n: 1 });
    const locked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const first = db.transaction(async (tx) => {
      await tx.select().from(kept).for('update');
      locked.resolve();
      await goOn.promise;
      await tx.insert(kept).values({ n: 2 });
    });
    await locked.promise;
    const second = db.transaction((tx) =>
      sendTogether([tx.select().from(kept).where(sql`n = 1`).for('update'), tx.select().from(kept)]),
    );
    await expect
      .poll(() =>
        db.$count(sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      )
      .toBe(1);
    goOn.resolve();
    await first;
    expect((await second)[1]).toEqual([{ n: 1 }, { n: 2 }]);
  });
});

describe('a transaction', () => {
  test('reads in one round trip with its begin, and writes in one with its commit', async () => {
    const before = sent().roundTrips;
    await db.transaction(async (tx) => {
      await sendTogether([tx.select().from(kept), tx.select().from(kept)]);
      last(tx, tx.insert(kept).values({ n: 1 }), tx.insert(kept).values({ n: 2 }));
    });
    expect(sent().roundTrips - before).toBe(2);
    expect(await db.$count(kept)).toBe(2);
  });

  test('that writes first waits for its begin', async () => {
    const before = sent().roundTrips;
    await db.transaction((tx) => tx.insert(kept).values({ n: 1 }));
    expect(sent().roundTrips - before).toBe(3);
    const [, [found]] = await db.transaction((tx) =>
      sendTogether([
        tx.select().from(kept),
        tx.update(kept).set({ n: 2 }).returning(),
        tx.select().from(kept),
      ]),
    );
    expect(found).toEqual({ n: 2 });
    expect(sent().roundTrips - before).toBe(6);
  });

  test('whose begin fails does nothing', async () => {
    const client = new PipelinedClient({ connectionString: url, pipeline: true });
    await client.connect();
    const wire = (client as unknown as { connection: Wire }).connection;
    const { query, parse } = wire;
    wire.query = (text) => query.call(wire, text.replace(/^begin$/, 'begin wrongly'));
    wire.parse = (statement) =>
      parse.call(wire, { ...statement, text: statement.text.replace(/^begin$/, 'begin wrongly') });
    const statements = ['begin', 'select 1', 'insert into kept_together values (1)', 'select 2'];
    const settled = await Promise.allSettled(statements.map((text) => client.query(text)));
    expect(settled.slice(1).map((one) => one.status === 'rejected' && codeOf(one.reason))).toEqual(
      Array(3).fill('42601'),
    );
    await client.end();
    expect(await db.$count(kept)).toBe(0);
  });

  test('whose last statements fail keeps none of them, and rejects', async () => {
    await db.insert(kept).values({ n: 2 });
    const failed = db.transaction(async (tx) => {
      await tx.insert(kept).values({ n: 1 });
      last(tx, tx.insert(kept).values({ n: 2 }), tx.insert(kept).values({ n: 3 }));
    });
    expect(codeOf(await failed.catch((error) => error))).toBe('23505');
    expect(await db.select().from(kept)).toEqual([{ n: 2 }]);
    expect(db.$client.idleCount).toBe(db.$client.totalCount);
  });

  test('whose last statements are in conflict with another runs again', async () => {
    let runs = 0;
    await db.transaction(async (tx) => {
      runs += 1;
      const conflict = sql`do $$ begin raise exception using errcode = '40P01'; end $$`;
      last(tx, tx.insert(kept).values({ n: runs }), runs === 1 ? tx.execute(conflict) : null);
    });
    expect(await db.select().from(kept)).toEqual([{ n: 2 }]);
  });
});
