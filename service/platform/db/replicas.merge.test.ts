import { createOwnedDatabase } from '@labroom/testing/test-database.ts';
import { type PrimaryWithStandby, startPrimaryWithStandby } from '@labroom/testing/test-standby.ts';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { transientDatabaseError } from './database-failure.ts';
import { openDatabase } from './open-database.ts';
import { Replicas } from './replicas.ts';

const log = pino({ level: 'silent' });
let servers: PrimaryWithStandby;
let primary: Database;
let replicas: Replicas;
beforeAll(async () => {
  servers = await startPrimaryWithStandby();
  primary = openDatabase(servers.primaryUrl);
  await primary.execute(sql`create table written (n integer)`);
});
afterAll(async () => {
  await replicas.close();
  await primary.$client.end();
  await servers.stop();
});
beforeEach(async () => {
  await replicas?.close();
  replicas = new Replicas([servers.standbyUrl]);
  await onStandby();
});

const placeOf = async (db: Database) => {
  const { rows } = await db.execute<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`);
  return rows[0]?.standby ? 'replica' : 'primary';
};
const read = () => replicas.read(primary, log, placeOf);
const countWritten = (db: Database) =>
  db
    .execute<{ count: number }>(sql`select count(*)::int as count from written`)
    .then(({ rows }) => rows[0]?.count);

/** Reads until a read is answered by the standby. It is joined and asked in the background. */
async function onStandby(): Promise<void> {
  await expect.poll(read, { timeout: 20_000 }).toBe('replica');
}

test('a read runs on the standby, and sees each write that was acknowledged before it began', async () => {
  for (let round = 1; round <= 60; round += 1) {
    await primary.execute(sql`insert into written values (${round})`);
    expect(await replicas.read(primary, log, countWritten)).toBe(round);
  }
  const both = () => replicas.read(primary, log, async (db) => [await placeOf(db), await countWritten(db)]);
  await expect.poll(both, { timeout: 20_000 }).toEqual(['replica', 60]);
});

test('while the standby does not replay, reads that would miss a write run on the primary, all others on the standby', async () => {
  await servers.onStandby('select pg_wal_replay_pause()');
  const before = await replicas.read(primary, log, countWritten);
  await primary.execute(sql`insert into written values (0)`);
  const missed = await Promise.all(
    Array.from({ length: 10 }, () =>
      replicas.read(primary, log, async (db) => [await placeOf(db), await countWritten(db)]),
    ),
  );
  expect(missed).toEqual(Array(10).fill(['primary', Number(before) + 1]));
  await servers.onStandby('select pg_wal_replay_resume()');
  await onStandby();
});

test('a read whose standby ends in the middle is repeated as a whole on the primary', async () => {
  const places: string[] = [];
  const answer = await replicas.read(primary, log, async (db) => {
    const place = await placeOf(db);
    places.push(place);
    if (place === 'replica') await servers.stopStandby();
    return [place, await countWritten(db)];
  });
  expect(places).toEqual(['replica', 'primary']);
  expect(answer[0]).toBe('primary');
  expect(await read()).toBe('primary');
  await servers.startStandby();
  await onStandby();
});

test('a read that swallows the failure of a statement on the standby is repeated too', async () => {
  const answer = await replicas.read(primary, log, async (db) => {
    await db.execute(sql`insert into written values (1000)`).catch(() => undefined);
    return placeOf(db);
  });
  expect(answer).toBe('primary');
});

test('an invalid value fails on the standby as it would on the primary, and is not tried twice', async () => {
  let runs = 0;
  const failing = replicas.read(primary, log, (db) => {
    runs += 1;
    return db.execute(sql`select 1 / 0`);
  });
  await expect(failing).rejects.toThrow();
  expect(runs).toBe(1);
});

test('a server that is no standby of the database is never read', async () => {
  const other = await createOwnedDatabase();
  const wrong = new Replicas([other.url, servers.primaryUrl]);
  for (let round = 0; round < 3; round += 1) expect(await wrong.read(primary, log, placeOf)).toBe('primary');
  await wrong.close();
  await other.drop();
});

test('a read fails when the database does not answer, also where the standby does', async () => {
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none');
  await expect(replicas.read(gone, log, placeOf)).rejects.toThrow();
  await gone.$client.end();
});

test('a write on a connection that leads to a standby is to be tried again, on a new connection', async () => {
  const misled = openDatabase(servers.standbyUrl);
  const writes = [
    () => misled.execute(sql`insert into written values (0)`),
    () => misled.transaction((tx) => tx.execute(sql`insert into written values (0)`)),
  ];
  for (const write of writes) {
    const error = await write().catch(transientDatabaseError);
    expect(error).toMatchObject({ reason: 'DATABASE_BUSY', retryAfterSeconds: 2 });
    expect(misled.$client.totalCount).toBe(0);
  }
  await misled.$client.end();
});
