import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

type ColumnList = (row?: string, changed?: Record<string, SQL>) => SQL;

/** SQL: the names of a table's columns; with a row, its values, some of them changed. */
export function columnsOf(table: PgTable): ColumnList {
  const names = Object.values(getTableColumns(table)).map(({ name }) => name);
  return (row, changed = {}) => {
    const expressionOf = (name: string) =>
      changed[name] ?? (row ? sql`${sql.identifier(row)}.${sql.identifier(name)}` : sql.identifier(name));
    return sql.join(names.map(expressionOf), sql`, `);
  };
}
