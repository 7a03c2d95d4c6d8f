import { exampleSqlite } from '@labroom/example-labs/encoders/sqlite.ts';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { readSqlite } from './read-sqlite.ts';
import { tableColumns } from './table-columns.ts';

const read = (data: Uint8Array, dataset: string | null = null) =>
  readSqlite(new Blob([new Uint8Array(data)]), { dataset });

it('lists the tables of a database with their rows', async () => {
  const { nodes } = await read(exampleSqlite());
  expect(nodes.map(({ path, kind, shape, note }) => [path, kind, shape, note])).toEqual([
    ['samples', 'dataset', [2], '5 columns'],
    ['many', 'dataset', [200], '2 columns'],
    ['w', 'unreadable', [], 'a table without numbers of rows, which the preview does not read'],
  ]);
});

it('reads rows as SQLite does: exact, over several pages, with the number of a row in its column', async () => {
  const { values } = await read(exampleSqlite(), 'samples');
  expect(values).toMatchObject({
    header: ['Row', 'id', 'odd, name', 'mass', 'big', 'blob'],
    rows: [
      ['1', '7', `${'é'.repeat(300)}…`, '0.1', '1152921504606846977', '3 bytes'],
      ['2', '9', 'null', '2', '-3', 'null'],
    ],
  });
  const many = await read(exampleSqlite(), 'many');
  expect(many.values?.rows.at(-1)).toEqual(['200', '39601', '(default)']);
});

it.each([
  ['create table t (a int, b text default (x, y), primary key (a))', ['a', 'b'], -1],
  ['CREATE TABLE "t" (\n  [my key] INTEGER PRIMARY KEY, -- a, comment\n  `b c` x\n)', ['my key', 'b c'], 0],
  ["create table t(a, id INTEGER, constraint k primary key (id), check (a <> ','))", ['a', 'id'], 1],
])('knows the columns of %s', (sql, names, rowidAt) => {
  expect(tableColumns(sql)).toEqual({ names, rowidAt, isWithoutRowid: false });
});

it('says what is wrong with a file', async () => {
  await expect(read(Buffer.from('a,b'))).rejects.toThrow('This is not an SQLite database');
  const data = exampleSqlite();
  data[100] = 0xff;
  await expect(read(data)).rejects.toThrow('The SQLite database is damaged');
});

it('survives any wrong byte', async () => {
  const original = exampleSqlite();
  for (let at = 16; at < original.length; at += isQuick ? 213 : 3) {
    const data = original.slice();
    data[at] = (data[at] ?? 0) ^ 0xff;
    await read(data, 'many').catch((error: Error) => expect(error.message).toMatch(/SQLite/));
  }
}, 30_000);
