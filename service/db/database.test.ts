import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { startPostgresWire } from '../testing/wires/postgres-wire.ts';
import { type Moment, Steps, type Wire } from '../testing/wires/steps.ts';
import { type Database, openDatabase } from './database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let wire: Wire;
let db: Database;
const steps = new Steps();
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await startPostgresWire(database.url, steps);
  db = openDatabase(wire.url, { maxConnections: 1 });
  await db.execute(sql`create table kept (n int primary key)`);
});
afterAll(async () => {
  await db.$client.end();
  await wire.close();
  await database.drop();
});

const insert = (n: number) => db.transaction((tx) => tx.execute(sql`insert into kept values (${n})`));

test.each<[Moment, string, number, number]>([
  ['before', 'begin', 1, 0],
  ['after', 'begin', 1, 0],
  ['before', 'insert', 2, 0],
  ['after', 'insert', 2, 0],
  ['before', 'commit', 3, 0],
  ['after', 'commit', 3, 1],
])('a connection that breaks right %s %s is replaced, in a pool of one too', async (moment, _, at, rows) => {
  await db.execute(sql`truncate kept`);
  steps.arm(at, moment);
  await expect(insert(1)).rejects.toThrow();
  expect(steps.disarm()).not.toBeNull();
  expect(await db.$count(sql`kept`)).toBe(rows);
  await insert(2);
  expect(await db.$count(sql`kept`)).toBe(rows + 1);
});

test('a transaction whose end fails is not left open for whoever comes next', async () => {
  await db.execute(sql`truncate kept`);
  const failed = db.transaction(async (tx) => {
    await tx.execute(sql`insert into kept values (1)`);
    await tx.execute(sql`set local statement_timeout = 1`);
    await tx.execute(sql`select pg_sleep(5)`);
  });
  await expect(failed).rejects.toThrow();
  expect(await db.$count(sql`kept`)).toBe(0);
});
