import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { codeOf } from './database-failure.ts';
import type { Migration } from './migration-files.ts';

/** What a migration did. Times are in milliseconds. */
export interface MigrationRun {
  name: string;
  took: number;
  /** For how long, at most, it held locks that writes of other sessions wait for. */
  blockedWrites: number;
  /** The tables that these locks were on, with the strongest. */
  locks: readonly TableLock[];
}

interface TableLock {
  table: string;
  mode: string;
}

/** How long a migration waits for locks. */
export interface LockPatience {
  /** Milliseconds for one lock. Writes of others queue behind a migration that waits. */
  lockTimeoutMs: number;
  attempts: number;
  /** Milliseconds between two attempts, in which those writes go on. */
  pauseMs: number;
}

/** Below the five seconds after which a write of the service gives up. About two minutes in all. */
export const patience: LockPatience = { lockTimeoutMs: 2_000, attempts: 40, pauseMs: 1_000 };

/** A migration that did not get its locks. Those before it ran, and it left nothing. */
export class MigrationLockedError extends Error {
  constructor({ name }: Migration, { attempts, lockTimeoutMs }: LockPatience, cause: unknown) {
    super(
      `the migration ${name} did not get its locks in ${attempts} attempts of ${lockTimeoutMs / 1_000} s, because other sessions hold them; end long transactions (pg_stat_activity) and repeat it`,
      { cause },
    );
    this.name = 'MigrationLockedError';
  }
}

/** lock_not_available, deadlock_detected. */
const retryable = new Set(['55P03', '40P01']);
/** Modes that a write (ROW EXCLUSIVE) waits for, the weakest first. */
const blockingModes = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

/**
 * Runs migrations in order, each in a transaction of its own, so that its locks end with it.
 * @param client a connection outside a transaction, which no other use has meanwhile
 * @throws MigrationLockedError
 */
export async function applyMigrations(
  client: ClientBase,
  migrations: readonly Migration[],
  report: (run: MigrationRun) => void = () => {},
  waiting: LockPatience = patience,
): Promise<void> {
  // Needs a right that a role on a migrated database can do without.
  if (migrations.length === 0) return;
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const migration of migrations) report(await applyPatiently(client, migration, waiting));
}

async function applyPatiently(
  client: ClientBase,
  migration: Migration,
  waiting: LockPatience,
): Promise<MigrationRun> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(client, migration, waiting);
    } catch (error) {
      await client.query('rollback');
      if (!retryable.has(codeOf(error) ?? '')) throw error;
      if (attempt >= waiting.attempts) throw new MigrationLockedError(migration, waiting, error);
      await pause(waiting.pauseMs);
    }
  }
}

async function apply(
  client: ClientBase,
  { name, statements, hash, when }: Migration,
  { lockTimeoutMs }: LockPatience,
): Promise<MigrationRun> {
  const began = performance.now();
  await client.query('begin');
  await client.query(`select set_config('lock_timeout', $1, true)`, [String(lockTimeoutMs)]);
  // Nobody else sees a table that the migration makes.
  const { rows: tables } = await client.query<{ oid: string }>(
    `select oid::text from pg_class where relkind in ('r', 'p', 'm') and relnamespace <> 'pg_catalog'::regnamespace`,
  );
  let blockedSince: number | undefined;
  let locks: TableLock[] = [];
  for (const statement of statements) {
    const before = performance.now();
    await client.query(statement);
    locks = await heldLocks(
      client,
      tables.map(({ oid }) => oid),
    );
    // A lock is kept until the transaction ends. It was got at some moment of the statement.
    if (locks.length > 0) blockedSince ??= before;
  }
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    when,
  ]);
  await client.query('commit');
  const ended = performance.now();
  return {
    name,
    took: ended - began,
    blockedWrites: blockedSince === undefined ? 0 : ended - blockedSince,
    locks,
  };
}

/** The strongest lock of this session on each of the tables, where it blocks writes. */
async function heldLocks(client: ClientBase, tables: readonly string[]): Promise<TableLock[]> {
  const { rows } = await client.query<TableLock>(
    `select relation::regclass::text as "table", ($2::text[])[max(array_position($2::text[], mode))] as mode
      from pg_locks where pid = pg_backend_pid() and granted and relation = any($1::oid[]) and mode = any($2::text[])
      group by relation order by 1`,
    [tables, blockingModes],
  );
  return rows;
}
