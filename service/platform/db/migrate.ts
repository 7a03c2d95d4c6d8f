import { Client } from 'pg';
import { ConfigurationError } from '../config/env.ts';
import { version } from '../process/version.ts';
import {
  applyMigrations,
  type LockPatience,
  MigrationLockedError,
  type MigrationRun,
} from './apply-migrations.ts';
import { codeOf } from './database-failure.ts';
import { type Migration, ranMigrations, readMigrations, schemaState } from './migration-files.ts';
import { requireSessions } from './require-sessions.ts';

/** Advisory lock shared by all processes that may migrate at once. */
const MIGRATION_LOCK = 7_266_001;
/** Extensions that the migrations create. PostgreSQL's own packages contain them. */
const extensions = ['btree_gin', 'fuzzystrmatch', 'pg_trgm', 'unaccent'];
const insufficientPrivilege = '42501';

/**
 * Migrates the database to the newest schema. Several processes may do so at the same time. A database of a later version stays as it is: its
 * migrations only add, so a process of this version can go on beside it.
 * @throws ConfigurationError when the database cannot be reached, lacks what the schema needs, or is locked by others
 */
export async function migrate(databaseUrl: string): Promise<void> {
  await withMigrations(databaseUrl, async (client, migrations) => {
    await adoptBaseline(client, migrations);
    const { pending } = await schemaState(client, migrations);
    await explaining(applyMigrations(client, pending)).catch((error: unknown) => {
      throw error instanceof MigrationLockedError ? problem(error.message) : error;
    });
  });
}

/** What `migrateBeforehand` found and did. */
interface MigrationOutcome {
  /** Names of the migrations that the database lacked, in order. */
  pending: readonly string[];
  /** Number of migrations of this version. */
  all: number;
  /** The migration that did not get its locks. It and those after it did not run. */
  locked: MigrationLockedError | null;
}

/**
 * Migrates the database as an operator asks for it, and reports each migration.
 * @param options.isDry changes nothing
 * @param options.waiting for locks of other sessions
 * @throws ConfigurationError as `migrate`, and where the database has migrations that this version does not know
 */
export async function migrateBeforehand(
  databaseUrl: string,
  options: { isDry: boolean; report?: (run: MigrationRun) => void; waiting?: LockPatience },
): Promise<MigrationOutcome> {
  return withMigrations(databaseUrl, async (client, migrations) => {
    const { pending, unknown } = await schemaState(client, migrations);
    if (unknown > 0)
      throw problem(
        `the database is newer than this version (${version}), which does not know ${unknown} of its migrations; use the version that made them, or a later one`,
      );
    const outcome = { pending: pending.map(({ name }) => name), all: migrations.length };
    if (options.isDry) return { ...outcome, locked: null };
    await adoptBaseline(client, migrations);
    try {
      await explaining(applyMigrations(client, pending, options.report, options.waiting));
      return { ...outcome, locked: null };
    } catch (error) {
      if (error instanceof MigrationLockedError) return { ...outcome, locked: error };
      throw error;
    }
  });
}

async function explaining(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (codeOf(error) !== insufficientPrivilege) throw error;
    throw problem(`the role cannot create tables: ${explainConnection(error)}`);
  }
}

/** One process at a time works on the migrations of a database. */
function withMigrations<Result>(
  databaseUrl: string,
  work: (client: Client, migrations: readonly Migration[]) => Promise<Result>,
): Promise<Result> {
  return onServer(databaseUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const migrations = readMigrations();
    await requireBaseline(client, migrations);
    return work(client, migrations);
  });
}

/**
 * Requires that the server can be reached and has what the schema needs. Changes nothing.
 * @throws ConfigurationError
 */
export async function requireServer(databaseUrl: string): Promise<void> {
  await onServer(databaseUrl, async () => {});
}

async function onServer<Result>(
  databaseUrl: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect().catch((error: unknown) => {
      throw problem(`the database cannot be reached: ${explainConnection(error)}`);
    });
    await requireUnicode(client);
    await requireExtensions(client);
    await requireSessions(client, databaseUrl);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @throws ConfigurationError where the schema has some of the migrations that the baseline replaced, and not all of them */
async function requireBaseline(client: Client, [baseline]: readonly Migration[]): Promise<void> {
  const ran = await ranMigrations(client);
  const isAdopted = ran.length === 0 || ran.some((when) => when >= (baseline?.when ?? 0));
  if (isAdopted) return;
  throw problem(
    'the database has a schema from before the first release, which cannot be upgraded: use an empty database (with npm start: an empty DATA_DIR)',
  );
}

/**
 * The baseline has the date of the last migration that it replaced. A database with all of those has the schema of the
 * baseline, so only the last row of its journal is kept. Backups then count the same migrations everywhere.
 */
async function adoptBaseline(client: Client, [baseline]: readonly Migration[]): Promise<void> {
  if ((await ranMigrations(client)).length === 0) return;
  await client.query('delete from drizzle.__drizzle_migrations where created_at < $1', [baseline?.when]);
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
