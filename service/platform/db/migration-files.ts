import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { ClientBase } from 'pg';
import { z } from 'zod';

const folder = join(import.meta.dirname, 'migrations');

/** A migration of this version. */
export interface Migration {
  /** Such as `0052_seals`. */
  name: string;
  statements: readonly string[];
  hash: string;
  /** When it was written, in milliseconds since 1970. The journal of a database names it by this. */
  when: number;
}

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** The migrations of this version in their order, the baseline first. */
export function readMigrations(): Migration[] {
  const journal = journalSchema.parse(
    JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')),
  );
  const names = new Map(journal.entries.map(({ tag, when }) => [when, tag]));
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, hash, folderMillis }) => ({
    name: names.get(folderMillis) ?? String(folderMillis),
    statements: sql,
    hash,
    when: folderMillis,
  }));
}

/** What a database says about its migrations. */
export interface SchemaState {
  /** In the order in which they run. */
  pending: readonly Migration[];
  /** Number of migrations of the database that this version does not have. */
  unknown: number;
}

/** Compares the journal of a database with the migrations of this version. A database without a journal has none of them. */
export async function schemaState(
  client: ClientBase,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  const ran = await ranMigrations(client);
  const newest = Math.max(...ran, Number.NEGATIVE_INFINITY);
  const [baseline] = migrations;
  const known = new Set(migrations.map(({ when }) => when));
  return {
    pending: migrations.filter(({ when }) => when > newest),
    // Those from before the baseline are a part of it.
    unknown: ran.filter((when) => when > (baseline?.when ?? 0) && !known.has(when)).length,
  };
}

/** When the migrations that ran on a database were written. */
export async function ranMigrations(client: ClientBase): Promise<number[]> {
  const { rows: found } = await client.query<{ journal: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as journal`,
  );
  if (!found[0]?.journal) return [];
  const { rows } = await client.query<{ when: string }>(
    'select created_at as "when" from drizzle.__drizzle_migrations',
  );
  return rows.map(({ when }) => Number(when));
}
