import { requireStack } from '@labroom/testing/require-stack.ts';
import { createOwnedDatabase } from '@labroom/testing/test-database.ts';
import { Client } from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { configure } from '#platform/config/configure.ts';
import { applyMigrations, type LockPatience, patience } from '#platform/db/apply-migrations.ts';
import { migrate } from '#platform/db/migrate.ts';
import { readMigrations } from '#platform/db/migration-files.ts';
import { migrateCommand } from './migrate-beforehand.ts';

const migrations = readMigrations();
const names = migrations.map(({ name }) => name);
const [seals, ...later] = names.slice(names.indexOf('0052_seals'));
const impatient = { lockTimeoutMs: 50, attempts: 2, pauseMs: 1 };

let url: string;
let client: Client;
const connections: Client[] = [];

async function connect(): Promise<Client> {
  const other = new Client({ connectionString: url });
  await other.connect();
  connections.push(other);
  return other;
}

beforeEach(async () => {
  const database = await createOwnedDatabase();
  url = database.url;
  client = await connect();
  await applyMigrations(client, migrations.slice(0, names.indexOf('0052_seals')));
  return async () => {
    for (const connection of connections.splice(0)) await connection.end();
    await database.drop();
  };
});

async function run(options: { 'dry-run'?: boolean } = {}, waiting?: LockPatience) {
  const lines: string[] = [];
  const configuration = configure(
    { DATABASE_URL: url, RPC_URL: requireStack('rpcUrl') },
    { mayCreateSecret: false },
  );
  const print = (line: string) => void lines.push(line);
  const outcome = await migrateCommand(waiting).runOnDatabase({ configuration, options, print });
  return { outcome, lines };
}

async function journal(): Promise<number> {
  const { rows } = await client.query('select count(*)::int as n from drizzle.__drizzle_migrations');
  return rows[0].n;
}

test('migrations are named in order, and none is older than the one before it', () => {
  expect(names).toEqual([...names].sort());
  const times = migrations.map(({ when }) => when);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

test('a dry run lists what would run, and changes nothing', async () => {
  const relations = async () => (await client.query('select count(*)::int as n from pg_class')).rows[0].n;
  const before = [await journal(), await relations()];
  expect(await run({ 'dry-run': true })).toEqual({
    outcome: true,
    lines: [seals, ...later, `${1 + later.length} of ${names.length} migrations would run.`],
  });
  expect([await journal(), await relations()]).toEqual(before);
});

test('each migration tells how long it took and kept others from writing, and to which tables', async () => {
  const { outcome, lines } = await run();
  expect(outcome).toBe(true);
  expect(lines).toHaveLength(2 + later.length);
  expect(lines[0]).toMatch(
    /^0052_seals: [\d.]+ ms, no write for at most [\d.]+ ms to activity \(AccessExclusiveLock\), .*labs \(AccessExclusiveLock\)/,
  );
  // A table that the migration made is nobody's yet.
  expect(lines[0]).not.toContain('key_release_chains');
  expect(lines.at(-1)).toMatch(
    /^\d+ migrations ran in [\d.]+ ms\. Writes to one table waited for at most [\d.]+ ms \(/,
  );
  expect(await run()).toEqual({
    outcome: true,
    lines: [`The database has all ${names.length} migrations of this version.`],
  });
});

describe('a migration whose table another session uses', () => {
  beforeEach(async () => {
    await client.query('begin');
    await client.query('lock table labs in row exclusive mode');
  });

  test('gives up after its attempts, says which, leaves nothing, and is done by the next run', async () => {
    const { outcome, lines } = await run({}, impatient);
    expect(outcome).toBe('incomplete');
    expect(lines).toEqual([
      `Not done: ${1 + later.length} of ${1 + later.length} migrations, because the migration 0052_seals did not get its locks in 2 attempts of 0.05 s, because other sessions hold them; end long transactions (pg_stat_activity) and repeat it.`,
    ]);
    await client.query('rollback');
    expect(await journal()).toBe(names.indexOf('0052_seals'));
    expect(await client.query(`select to_regclass('key_release_chains') as made`)).toMatchObject({
      rows: [{ made: null }],
    });
    expect((await run()).outcome).toBe(true);
  });

  test('lets the writes that queued behind it go on, and tries again', async () => {
    const watcher = await connect();
    const attempts = new Set<string>();
    const attempting = run({}, { ...impatient, attempts: 10_000 });
    await expect
      .poll(
        async () => {
          const { rows } = await watcher.query(
            `select xact_start::text as began from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like '%ALTER TABLE "labs"%'`,
          );
          for (const { began } of rows) attempts.add(began);
          return attempts.size;
        },
        { timeout: 30_000, interval: 5 },
      )
      .toBeGreaterThan(2);
    // Would wait until the end of the test behind a migration that keeps its place in the queue.
    await watcher.query('update labs set hides = hides');
    await client.query('commit');
    expect((await attempting).outcome).toBe(true);
  });

  test('ends a start with one sentence', async () => {
    const usual = { ...patience };
    onTestFinished(() => void Object.assign(patience, usual));
    Object.assign(patience, impatient);
    await expect(migrate(url)).rejects.toThrow(
      'DATABASE_URL: the migration 0052_seals did not get its locks in 2 attempts of 0.05 s, because other sessions hold them; end long transactions (pg_stat_activity) and repeat it',
    );
    await client.query('rollback');
  });
});

test('a database of a later version is refused, and a start of this version goes on beside it', async () => {
  await migrate(url);
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)`,
  );
  for (const options of [{}, { 'dry-run': true }])
    await expect(run(options)).rejects.toThrow(
      /^The configuration has a problem:\n {2}DATABASE_URL: the database is newer than this version \([\d.]+\), which does not know 1 of its migrations; use the version that made them, or a later one$/,
    );
  await migrate(url);
});

test('the database of another installation is refused before it is changed', async () => {
  await client.query(
    `insert into installation (environment, chain_id, contracts) values ('staging', 84532, '{}')`,
  );
  await expect(run()).rejects.toThrow(
    'DATABASE_URL: the database belongs to environment staging (chain 84532), but LABROOM_ENVIRONMENT is local (chain 31337).',
  );
  expect(await journal()).toBe(names.indexOf('0052_seals'));
});
