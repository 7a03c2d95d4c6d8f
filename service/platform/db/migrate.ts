import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { ConfigurationError } from '../config/env.ts';
import { requireSessions } from './require-sessions.ts';

/** Advisory lock shared by all processes that may migrate at once. */
const MIGRATION_LOCK = 7_266_001;
/** Extensions that the migrations create. PostgreSQL's own packages contain them. */
const extensions = ['btree_gin', 'fuzzystrmatch', 'pg_trgm', 'unaccent'];
const migrationsFolder = join(import.meta.dirname, 'migrations');
const insufficientPrivilege = '42501';

/**
 * Migrates the database to the newest schema. Several processes may do so at once.
 * @throws ConfigurationError when the database cannot be reached or lacks what the schema needs
 */
export async function migrate(databaseUrl: string): Promise<void> {
  await onServer(databaseUrl, async (client) => {
    const db = drizzle(client);
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await adoptBaseline(client);
    await applyMigrations(db, { migrationsFolder }).catch((error: unknown) => {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      const isForbidden = cause instanceof Error && 'code' in cause && cause.code === insufficientPrivilege;
      throw isForbidden ? problem(`the role cannot create tables: ${cause.message}`) : error;
    });
  });
}

/**
 * Requires that the server can be reached and has what the schema needs. Changes nothing.
 * @throws ConfigurationError
 */
export async function requireServer(databaseUrl: string): Promise<void> {
  await onServer(databaseUrl, async () => {});
}

async function onServer(databaseUrl: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect().catch((error: unknown) => {
      throw problem(`the database cannot be reached: ${explainConnection(error)}`);
    });
    await requireUnicode(client);
    await requireExtensions(client);
    await requireSessions(client, databaseUrl);
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * The baseline has the date of the last migration that it replaced. A database with all of those has the schema of the
 * baseline, so only the last row of its journal is kept. Backups then count the same migrations everywhere.
 */
async function adoptBaseline(client: Client): Promise<void> {
  const { rows } = await client.query<{ journal: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as journal`,
  );
  if (!rows[0]?.journal) return;
  const [baseline] = readMigrationFiles({ migrationsFolder });
  const earlier = await client.query<{ isAdopted: boolean }>(
    `select exists (select from drizzle.__drizzle_migrations where created_at >= $1) as "isAdopted"
      from drizzle.__drizzle_migrations where created_at < $1 limit 1`,
    [baseline?.folderMillis],
  );
  if (earlier.rows[0]?.isAdopted === false)
    throw problem(
      'the database has a schema from before the first release, which cannot be upgraded: use an empty database (with npm start: an empty DATA_DIR)',
    );
  await client.query('delete from drizzle.__drizzle_migrations where created_at < $1', [
    baseline?.folderMillis,
  ]);
}

/** Names are compared in a normal form, which PostgreSQL knows in this encoding only. */
async function requireUnicode(client: Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  );
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8') throw problem(`the encoding of the database is ${encoding} instead of UTF8`);
}

async function requireExtensions(client: Client): Promise<void> {
  const { rows } = await client.query<{ missing: string | null }>(
    `select string_agg(name, ', ' order by name) as missing from unnest($1::text[]) name
      where name not in (select name from pg_available_extensions)`,
    [extensions],
  );
  const missing = rows[0]?.missing;
  if (missing) throw problem(`the server lacks the extensions ${missing} (Debian: part of postgresql)`);
}

/** The message of PostgreSQL, TLS or the socket. None of them contains the password. */
export function explainConnection(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(explainConnection).join(', ');
  return error instanceof Error ? error.message : String(error);
}

const problem = (text: string) => new ConfigurationError([`DATABASE_URL: ${text}`]);
