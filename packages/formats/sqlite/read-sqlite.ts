import type { ArrayFile, ArrayNode, ArrayValues } from '../arrays/array-file.ts';
import { arrayTable } from '../arrays/array-table.ts';
import { cut } from '../source/cut.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { SqlitePages, type SqliteRow, type SqliteValue } from './sqlite-pages.ts';
import { tableColumns } from './table-columns.ts';

const MAX_TABLES = 1_000;
const MAX_ROWS = 5_000;

interface Table {
  name: string;
  root: number;
  sql: string;
}

/** Lists the tables of an SQLite 3 database, and reads the first rows of one: of the one that is asked for, or of the only one. Runs no SQL. */
export async function readSqlite(body: Blob, { dataset }: { dataset: string | null }): Promise<ArrayFile> {
  const view = new DataView(await body.arrayBuffer());
  const magic = new TextDecoder('latin1').decode(
    new Uint8Array(view.buffer, 0, Math.min(16, view.byteLength)),
  );
  if (magic !== 'SQLite format 3\0' || view.byteLength < 512)
    throw new UnreadableFileError('This is not an SQLite database, or it is encrypted.');
  try {
    return read(new SqlitePages(view), dataset);
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnreadableFileError('The SQLite database is damaged: its list of tables cannot be read.');
    throw error;
  }
}

function read(pages: SqlitePages, wanted: string | null): ArrayFile {
  const { rows, count } = pages.table(1, MAX_TABLES);
  const tables = rows.flatMap(({ values: [type, name, , root, sql] }): Table[] =>
    type === 'table' && typeof name === 'string' && typeof sql === 'string'
      ? [{ name, root: Number(root ?? 0), sql }]
      : [],
  );
  const only = tables.length === 1 ? (tables[0]?.name ?? null) : null;
  const shown = tables.find(({ name }) => name === (wanted ?? only));
  return {
    nodes: tables.map((table) => nodeOf(pages, table)),
    isCut: count > rows.length,
    values: shown ? { path: shown.name, ...valuesOf(pages, shown) } : null,
  };
}

function nodeOf(pages: SqlitePages, table: Table): ArrayNode {
  const { names, isWithoutRowid } = tableColumns(table.sql);
  const node = { path: table.name, name: cut(table.name), depth: 0, attributes: [], type: null };
  const unread = (note: string): ArrayNode => ({ ...node, kind: 'unreadable', shape: [], note });
  if (table.root === 0) return unread('a virtual table, whose rows a program calculates');
  if (isWithoutRowid) return unread('a table without numbers of rows, which the preview does not read');
  try {
    const { count } = pages.table(table.root, 0);
    return { ...node, kind: 'dataset', shape: [count], note: `${names.length.toLocaleString('en')} columns` };
  } catch (error) {
    if (error instanceof RangeError) return unread('damaged');
    throw error;
  }
}

function valuesOf(pages: SqlitePages, table: Table): Omit<ArrayValues, 'path'> {
  const { names, rowidAt } = tableColumns(table.sql);
  try {
    const { rows, count } = pages.table(table.root, MAX_ROWS);
    if (count === 0) return { header: [], rows: [], note: 'The table has no rows.' };
    const shown = arrayTable([count, names.length], (index) => {
      const column = index % names.length;
      return cellText(rows[Math.floor(index / names.length)], column, column === rowidAt);
    });
    const header = ['Row', ...names.slice(0, shown.header.length - 1)];
    return { ...shown, header, rows: shown.rows.map(([, ...cells], index) => [String(index + 1), ...cells]) };
  } catch (error) {
    if (error instanceof RangeError) return { header: [], rows: [], note: 'The rows are damaged.' };
    throw error;
  }
}

function cellText(row: SqliteRow | undefined, column: number, isRowid: boolean): string {
  if (row && isRowid) return String(row.rowid);
  // A row of before the column was added has its default.
  if (!row || column >= row.values.length) return '(default)';
  return textOf(row.values[column] ?? null);
}

const textOf = (value: SqliteValue): string =>
  value === null
    ? 'null'
    : value instanceof Uint8Array
      ? `${value.length.toLocaleString('en')} bytes`
      : cut(String(value));
