import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import type { Manifest } from './format.ts';

const rowsAtOnce = 500;

/** Returns the tables, each after those that it refers to. */
export async function inOrder(tx: Transaction, { tables }: Manifest): Promise<Manifest['tables']> {
  const { rows } = await tx.execute<{ name: string; depth: number }>(sql`
    with recursive depths (id, depth) as (
      select oid, 0 from pg_class where relnamespace = 'public'::regnamespace
      union all
      select conrelid, depth + 1 from pg_constraint join depths on confrelid = id where conrelid <> confrelid)
    select relname as name, max(depth)::int as depth from depths join pg_class on oid = id group by relname`);
  const depths = new Map(rows.map(({ name, depth }) => [name, depth]));
  const depthOf = ({ name }: { name: string }) => depths.get(name) ?? 0;
  return tables.toSorted((one, other) => depthOf(one) - depthOf(other));
}

/**
 * Writes rows as they were saved, in the place of all rows of the table, or beside them.
 * @param options `beside` keeps the rows that are there, also those with the key of a saved one; `renumbered` lets the database choose `id`
 * @returns the number of saved rows
 */
export async function writeTable(
  tx: Transaction,
  name: string,
  lines: AsyncIterable<string> | Iterable<string>,
  { beside = false, renumbered = false } = {},
): Promise<number> {
  const table = sql.identifier(name);
  const { rows } = await tx.execute<{ column: string }>(sql`
    select column_name as column from information_schema.columns
    where table_schema = 'public' and table_name = ${name} and is_generated = 'NEVER'
      and (column_name <> 'id' or not ${renumbered}) order by ordinal_position`);
  const columns = sql.join(
    rows.map(({ column }) => sql.identifier(column)),
    sql`, `,
  );
  // Rows are restored unchanged, so triggers must not add rows. Every owner of a table may disable them.
  await tx.execute(sql`alter table ${table} disable trigger user`);
  // Removes rows that a migration created, in favour of the saved ones.
  if (!beside) await tx.execute(sql`delete from ${table}`);
  let count = 0;
  const insert = async (some: string[]) => {
    count += some.length;
    await tx.execute(sql`insert into ${table} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${table}, ${`[${some.join(',')}]`}::json)
      ${beside ? sql`on conflict do nothing` : sql``}`);
  };
  let some: string[] = [];
  for await (const line of lines) {
    some.push(line);
    if (some.length < rowsAtOnce) continue;
    await insert(some);
    some = [];
  }
  if (some.length > 0) await insert(some);
  await tx.execute(sql`alter table ${table} enable trigger user`);
  return count;
}

/** Sets every sequence to a number that no row has. */
export async function continueSequences(tx: Transaction): Promise<void> {
  const { rows } = await tx.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and (is_identity = 'YES' or column_default like 'nextval(%')`);
  for (const { table, column } of rows) {
    await tx.execute(sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      coalesce((select max(${sql.identifier(column)}) from ${sql.identifier(table)}), 0) + 1, false)`);
  }
}
