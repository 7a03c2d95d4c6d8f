import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { freePort } from '@labroom/testing/free-port.ts';
import { startPostgresWire } from '@labroom/testing/transports/postgres-wire.ts';
import { type Moment, Steps, type Wire } from '@labroom/testing/transports/steps.ts';
import { startTransactionPooler } from '@labroom/testing/transports/transaction-pooler.ts';
import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdLock } from './advisory-lock.ts';
import { bulkTransaction } from './bulk-transaction.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

/** A PostgreSQL server used by the suite only. */
export interface SuiteServer {
  /** As superuser. */
  adminUrl: string;
  /** Creates an empty database whose owner has the rights of the service's role. */
  newDatabase(): Promise<string>;
  /** Kills the server with SIGKILL and restarts it on the same data and port. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

const kept = pgTable('kept', { n: integer('n').primaryKey() });

/** Contract tests that every PostgreSQL server must pass. */
export function databaseSuite(name: string, start: () => Promise<SuiteServer>): void {
  describe(name, () => {
    let server: SuiteServer;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server.stop());

    describe('a start', () => {
      test('of two processes on an empty database creates one schema, and both processes continue', async () => {
        const url = await server.newDatabase();
        const checks = await Promise.all([1, 2].map(() => checkInProcess(url)));
        expect(checks).toEqual(
          Array(2).fill({ code: 3, output: 'No service has used this database yet.\n' }),
        );
        const db = openDatabase(url);
        const { rows } = await db.execute(sql`
          select (select count(*) = count(distinct hash) from drizzle.__drizzle_migrations) as once,
            (select array_agg(extname::text order by extname) from pg_extension where extname <> 'plpgsql') as extensions,
            unaccent('é') as plain, similarity('abc', 'abc') as same`);
        const extensions = ['btree_gin', 'fuzzystrmatch', 'pg_trgm', 'unaccent'];
        expect(rows).toEqual([{ once: true, extensions, plain: 'e', same: 1 }]);
        await db.$client.end();
      });

      test('on an up-to-date database changes nothing', async () => {
        const url = await server.newDatabase();
        await migrate(url);
        const db = openDatabase(url);
        const state = () =>
          db.execute(sql`select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
            (select count(*)::int from pg_class) as relations`);
        const before = (await state()).rows;
        await migrate(url);
        expect((await state()).rows).toEqual(before);
        await db.$client.end();
      });

      test('on a schema with all migrations from before the baseline keeps it, and leaves the journal of a new database', async () => {
        const url = await server.newDatabase();
        await migrate(url);
        const db = openDatabase(url);
        const journal = () => db.execute(sql`select created_at from drizzle.__drizzle_migrations`);
        const before = (await journal()).rows;
        await db.execute(
          sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('a', 1), ('b', 2)`,
        );
        await migrate(url);
        expect((await journal()).rows).toEqual(before);
        await db.$client.end();
      });

      test('on a schema with only some of them changes nothing and says what to do', async () => {
        const url = await server.newDatabase();
        await migrate(url);
        const db = openDatabase(url);
        await db.execute(sql`update drizzle.__drizzle_migrations set created_at = 1`);
        const journal = () => db.execute(sql`select hash, created_at from drizzle.__drizzle_migrations`);
        const before = (await journal()).rows;
        await expect(migrate(url)).rejects.toThrow(
          /^The configuration has a problem:\n {2}DATABASE_URL: the database has a schema from before the first release[^\n]+: use an empty database [^\n]+$/,
        );
        expect((await journal()).rows).toEqual(before);
        await db.$client.end();
      });

      test('that cannot succeed says why in one sentence, without the password', async () => {
        const good = new URL(await server.newDatabase());
        const changed = (part: Partial<URL>) => Object.assign(new URL(good), part).href;
        const port = String(await freePort());
        const reasons = {
          [changed({ password: 'not-it' })]: `password authentication failed for user "${good.username}"`,
          [changed({ pathname: '/elsewhere' })]: 'database "elsewhere" does not exist',
          [changed({ port })]: `connect ECONNREFUSED 127.0.0.1:${port}`,
        };
        for (const [url, reason] of Object.entries(reasons))
          await expect(migrate(url)).rejects.toMatchObject({
            name: 'ConfigurationError',
            message: `The configuration has a problem:\n  DATABASE_URL: the database cannot be reached: ${reason}`,
          });
      });

      test('on a database in another encoding than UTF8 says so', async () => {
        const url = new URL(await server.newDatabase());
        const name = `ascii_${url.pathname.slice(1)}`;
        await onServer(
          server,
          `create database ${name} owner ${url.username} template template0 encoding 'SQL_ASCII' locale 'C'`,
        );
        url.pathname = name;
        await expect(migrate(url.href)).rejects.toThrow(
          'DATABASE_URL: the encoding of the database is SQL_ASCII instead of UTF8',
        );
      });

      test('behind a pooler in transaction mode reports that session locks do not work', async () => {
        const pooler = await startTransactionPooler(await server.newDatabase());
        await expect(migrate(pooler.url)).rejects.toThrow(
          /^The configuration has a problem:\n {2}DATABASE_URL: session locks do not work \(a pooler in transaction mode, or several servers\)[^\n]+$/,
        );
        await pooler.stop();
      });

      test('with a role that may not create tables says so', async () => {
        const url = new URL(await server.newDatabase());
        await onServer(server, `create role guest_${url.pathname.slice(1)} login password 'guest'`);
        url.username = `guest_${url.pathname.slice(1)}`;
        url.password = 'guest';
        await expect(migrate(url.href)).rejects.toThrow(
          /^The configuration has a problem:\n {2}DATABASE_URL: the role cannot create tables: permission denied .+$/,
        );
      });
    });

    describe('a connection', () => {
      let wire: Wire;
      let db: Database;
      const steps = new Steps();
      beforeAll(async () => {
        wire = await startPostgresWire(await server.newDatabase(), steps);
        db = openDatabase(wire.url, { maxConnections: 1 });
        await db.execute(sql`create table kept (n int primary key)`);
      });
      afterAll(async () => {
        await db.$client.end();
        await wire.close();
      });
      beforeEach(() => db.execute(sql`truncate kept`));
      const insert = (n: number) => db.transaction((tx) => tx.insert(kept).values({ n }));

      test.each<[Moment, string, number, number]>([
        ['before', 'begin', 1, 0],
        ['after', 'begin', 1, 0],
        ['before', 'insert', 2, 0],
        ['after', 'insert', 2, 0],
        ['before', 'commit', 3, 0],
        ['after', 'commit', 3, 1],
      ])('that breaks right %s %s is replaced, even in a pool of one', async (moment, _, at, rows) => {
        steps.arm(at, moment);
        await expect(insert(1)).rejects.toThrow();
        expect(steps.disarm()).not.toBeNull();
        expect(await db.$count(kept)).toBe(rows);
        await insert(2);
        expect(await db.$count(kept)).toBe(rows + 1);
      });

      test('whose transaction fails at its end is not reused with an open transaction', async () => {
        const failed = db.transaction(async (tx) => {
          await tx.insert(kept).values({ n: 1 });
          await tx.execute(sql`set local statement_timeout = 1`);
          await tx.execute(sql`select pg_sleep(5)`);
        });
        await expect(failed).rejects.toMatchObject({ cause: { code: '57014' } });
        expect(await db.$count(kept)).toBe(0);
      });

      test("that holds a lock has keepalive probes more frequent than the system's default", async () => {
        await (await holdLock(db, 9))?.[Symbol.asyncDispose]();
        // The same connection, because the pool has only one.
        const { rows } = await db.execute(sql`select current_setting('tcp_keepalives_idle') as silent,
          current_setting('tcp_keepalives_interval') as between`);
        expect(rows).toEqual([{ silent: '10', between: '2' }]);
      });

      test('has a time limit for statements and for idle transactions', async () => {
        const { rows } = await db.execute(sql`select current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle`);
        expect(rows).toEqual([{ statement: '30s', idle: '30s' }]);
      });
    });

    describe('concurrent callers', () => {
      /** Three of them may hold transactions. */
      const CONNECTIONS = 5;
      let db: Database;
      let url: string;
      beforeAll(async () => {
        url = await server.newDatabase();
        db = openDatabase(url, { maxConnections: CONNECTIONS });
        await db.execute(sql`create table kept (n int primary key)`);
      });
      afterAll(() => db.$client.end());
      beforeEach(() => db.execute(sql`truncate kept`));

      test('each get one of few connections', async () => {
        const counted = await Promise.all(Array.from({ length: 200 }, () => db.$count(kept)));
        expect(counted).toEqual(Array(200).fill(0));
      });

      test('get an error when no connection is free for five seconds, and a connection when one is', async () => {
        const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.$client.connect()));
        await expect(db.$count(kept)).rejects.toMatchObject({
          cause: { cause: { message: /timeout exceeded/ } },
        });
        const waiting = db.$count(kept);
        for (const client of held) client.release();
        expect(await waiting).toBe(0);
      });

      test('change a locked row one after the other, and lose nothing', async () => {
        await db.insert(kept).values({ n: 0 });
        await Promise.all(
          Array.from({ length: 20 }, () =>
            db.transaction(async (tx) => {
              const [row] = await tx.select().from(kept).for('update');
              await tx.update(kept).set({ n: (row?.n ?? 0) + 1 });
            }),
          ),
        );
        expect(await db.select().from(kept)).toEqual([{ n: 20 }]);
      });

      test('share the rows of a queue, each taken by one', async () => {
        await db.insert(kept).values(Array.from({ length: 10 }, (_, n) => ({ n })));
        const taken: number[] = [];
        const { promise: all, resolve: haveTaken } = Promise.withResolvers<void>();
        const take = () =>
          db.transaction(async (tx) => {
            const rows = await tx.select().from(kept).limit(5).for('update', { skipLocked: true });
            taken.push(...rows.map(({ n }) => n));
            if (taken.length === 10) haveTaken();
            await all;
          });
        await Promise.all([take(), take()]);
        expect(taken.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      });

      test('see one snapshot in a repeatable read, despite concurrent writes', async () => {
        await db.transaction(
          async (tx) => {
            expect(await tx.$count(kept)).toBe(0);
            await db.insert(kept).values({ n: 1 });
            expect(await tx.$count(kept)).toBe(0);
          },
          { isolationLevel: 'repeatable read', accessMode: 'read only' },
        );
        expect(await db.$count(kept)).toBe(1);
      });

      test('rows written in bulk are all there, or none is', async () => {
        const rows = Array.from({ length: 2_001 }, (_, n) => ({ n }));
        await bulkTransaction(db, (_, copyRows) => copyRows(kept, rows));
        const again = bulkTransaction(db, (_, copyRows) => copyRows(kept, [{ n: 5_000 }, { n: 1 }]));
        await expect(again).rejects.toThrow('duplicate key');
        expect(await db.$count(kept)).toBe(rows.length);
      });

      test('hold a lock one at a time; it is free after release, and after its connection breaks', async () => {
        const key = 7;
        {
          await using first = await holdLock(db, key);
          expect(first).not.toBeNull();
          expect(await holdLock(db, key)).toBeNull();
        }
        await using second = await holdLock(db, key);
        const lost = once(second?.lost ?? new AbortController().signal, 'abort');
        await db.execute(
          sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${key}`,
        );
        await lost;
        // PostgreSQL closes the connection first, and releases the lock afterwards.
        await expect.poll(() => canHold(db, key)).toBe(true);
      });

      test('a server that is killed and restarted has all acknowledged rows, and is used again', async () => {
        const lock = await holdLock(db, 8);
        const acknowledged: number[] = [];
        let goesOn = true;
        const { promise: some, resolve: hasSome } = Promise.withResolvers<void>();
        const write = async (from: number) => {
          for (let n = from; goesOn; n += 2) {
            // A failed insert may have taken effect, so a retry uses a new number.
            const written = await db
              .insert(kept)
              .values({ n })
              .then(
                () => true,
                () => false,
              );
            if (written) acknowledged.push(n);
            if (acknowledged.length === 50) hasSome();
            await turn();
          }
        };
        const writers = [write(0), write(1)];
        await some;
        await server.crash();
        const before = acknowledged.length;
        await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 50);
        goesOn = false;
        await Promise.all(writers);
        const rows = new Set((await db.select().from(kept)).map(({ n }) => n));
        expect(acknowledged.filter((n) => !rows.has(n))).toEqual([]);
        expect(lock?.lost.aborted).toBe(true);
        await lock?.[Symbol.asyncDispose]();
        expect(await canHold(db, 8)).toBe(true);
      });
    });
  });
}

async function canHold(db: Database, key: number): Promise<boolean> {
  await using lock = await holdLock(db, key);
  return lock !== null;
}

/** Migrates and checks in another process, with the operator's `check` command. */
async function checkInProcess(databaseUrl: string): Promise<{ code: number; output: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'database-suite-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../operator/main.ts'), 'check'], {
    env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  await rm(dataDir, { recursive: true });
  return { code, output };
}

async function onServer({ adminUrl }: SuiteServer, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
