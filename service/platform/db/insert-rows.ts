import { getTableColumns, type SQL, type SQLChunk, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { chunks } from './chunks.ts';
import type { Transaction } from './database.ts';

/**
 * Inserts any number of rows, thousands per statement. Each statement has one parameter, which PostgreSQL unpacks; a
 * parameter per value costs more than the insert itself. All rows have the fields of the first one. Missing columns get
 * their default; fields that are not columns are ignored.
 * @param onConflict End of the statement: what to do with rows that already exist.
 */
export async function insertRows<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  onConflict: SQL = sql``,
): Promise<void> {
  const given = new Set(Object.keys(rows[0] ?? {}));
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => given.has(field));
  const list = (items: SQLChunk[]) => sql.join(items, sql`, `);
  const names = list(columns.map(([, { name }]) => sql.identifier(name)));
  const fields = list(columns.map(([field]) => sql.identifier(field)));
  const types = list(
    columns.map(([field, column]) => sql`${sql.identifier(field)} ${sql.raw(column.getSQLType())}`),
  );
  for (const some of chunks(rows, 5_000)) {
    await tx.execute(sql`insert into ${table} (${names})
      select ${fields} from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as given(${types}) ${onConflict}`);
  }
}
