import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { sql } from 'drizzle-orm';
import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bulkTransaction } from './bulk-transaction.ts';
import { openDatabase } from './open-database.ts';
import { bytea, integers, moment } from './tables/columns.ts';

const things = pgTable('Strange "things"', {
  id: integer('id').primaryKey(),
  name: text('a name'),
  big: bigint('big', { mode: 'number' }),
  body: jsonb('body'),
  bytes: bytea('bytes'),
  numbers: integers('numbers'),
  words: text('words').array(),
  at: moment('at').notNull().defaultNow(),
});
const row = { name: null, big: null, body: null, bytes: null, numbers: null, words: null };

const { db, url: databaseUrl } = await openTestDatabase({ maxConnections: 1 });

describe('rows written in bulk', () => {
  beforeAll(async () => {
    await db.execute(sql`create table ${things} (id int primary key, "a name" text, big bigint, body jsonb, bytes bytea,
      numbers int[], words text[], at timestamptz(3) not null default now())`);
  });
  beforeEach(() => db.execute(sql`truncate ${things}`));

  test('are read back unchanged, whatever they contain', async () => {
    const texts = [
      '',
      '\\N',
      '\\.',
      'a\tb',
      'a\nb\r\n',
      '\\',
      '"',
      "'",
      'null',
      'NULL',
      '{}',
      '\u0001\u0002',
      '🧬',
      ' ',
    ];
    const rows = texts.map((name, id) => ({
      ...row,
      ...{ id, name, big: 2 ** 53 - 1 - id, body: { name, list: [name, null, 1.5, true], '\\n': [] } },
      ...{ bytes: Buffer.from(name), numbers: [id, -1], words: [name, 'b'], at: new Date(1_700_000_000_123) },
    }));
    rows.push(
      { ...row, id: 100, at: new Date(0) } as never,
      { ...row, id: 101, numbers: [], words: [] } as never,
    );
    for (const one of rows) one.at ??= new Date(5);
    await bulkTransaction(db, (_, copyRows) => copyRows(things, rows));
    expect(await db.select().from(things).orderBy(things.id)).toEqual(rows);
  });

  test('may be many', async () => {
    const rows = Array.from({ length: 5_001 }, (_, id) => ({ id, name: `name ${id >> 1}` }));
    await bulkTransaction(db, async (tx, copyRows) => {
      await copyRows(things, rows);
      expect(await tx.$count(things)).toBe(rows.length);
    });
    const stored = await db.select({ id: things.id, name: things.name }).from(things).orderBy(things.id);
    expect(stored).toEqual(rows);
    await bulkTransaction(db, (_, copyRows) => copyRows(things, []));
  });

  test('are all stored or none, and the connection stays usable', async () => {
    const twice = [{ id: 1 }, { id: 2 }, { id: 1 }];
    await expect(bulkTransaction(db, (_, copyRows) => copyRows(things, twice))).rejects.toThrow(
      'duplicate key',
    );
    const unreadable = [{ id: 1, name: 'a\0b' }];
    await expect(bulkTransaction(db, (_, copyRows) => copyRows(things, unreadable))).rejects.toThrow();
    const failing = bulkTransaction(db, async (_, copyRows) => {
      await copyRows(things, [{ id: 1 }]);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await db.$count(things)).toBe(0);
  });

  test('are not stored when the connection breaks meanwhile, and later writes work', async () => {
    const killer = openDatabase(databaseUrl);
    const broken = bulkTransaction(db, async (tx, copyRows) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await killer.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
      await copyRows(things, [{ id: 1 }]);
    });
    await expect(broken).rejects.toThrow();
    await killer.$client.end();
    await bulkTransaction(db, (_, copyRows) => copyRows(things, [{ id: 2 }]));
    expect(await db.$count(things)).toBe(1);
  });
});
