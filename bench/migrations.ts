import { parseArgs } from 'node:util';
import { applyMigrations, type MigrationRun } from '@labroom/service/platform/db/apply-migrations.ts';
import { readMigrations } from '@labroom/service/platform/db/migration-files.ts';
import { startDebianPostgres } from '@labroom/testing/debian-postgres.ts';
import { Client } from 'pg';
import { fillDatabase, full, hundredth } from './data/fill-database.ts';
import { aboutRun, keepResults } from './keep-results.ts';

/**
 * `node bench/migrations.ts [--quick] [--files 1000000] [--from 0052]`: fills a database of the release before (the migrations before `--from`) with 10,000 labs
 * and a million files, migrates it while others write, and tells of each migration how long it took and how long it kept others from writing.
 * Needs Debian's PostgreSQL.
 */
const { values: options } = parseArgs({
  options: {
    /** A hundredth of the data. */
    quick: { type: 'boolean', default: false },
    files: { type: 'string' },
    /** Number of the first migration that is measured. */
    from: { type: 'string', default: '0052' },
  },
});
const files = Number(options.files ?? (options.quick ? hundredth : full).files);
const size = { labs: files / 100, files, activities: files };
const migrations = readMigrations();
const first = migrations.findIndex(({ name }) => name.startsWith(`${options.from}_`));
if (first < 1) throw new Error(`There is no migration ${options.from} after the first one.`);

const postgres = await startDebianPostgres();
const connect = async () => {
  const client = new Client({ connectionString: postgres.url });
  client.on('error', () => {});
  await client.connect();
  return client;
};
try {
  const client = await connect();
  await applyMigrations(client, migrations.slice(0, first));
  const lab = { oclId: `0x0101${'0'.repeat(59)}1`, wallet: `0x${'b'.repeat(40)}` };
  const began = performance.now();
  await fillDatabase(client, size, lab);
  await client.query('set session_replication_role = origin');
  console.log(
    `${size.files} files in ${((performance.now() - began) / 1_000).toFixed(0)} s, load ${aboutRun().machine.load}`,
  );

  const writers = await Promise.all(
    Object.entries({ labs: 'ocl_id', files: 'id', activity: 'ocl_id' }).map(([table, key]) =>
      startWriter(table, key),
    ),
  );
  const runs: (MigrationRun & { longestWrites: Record<string, number> })[] = [];
  const settle = () => Object.fromEntries(writers.map(({ table, settle }) => [table, settle()]));
  settle();
  await applyMigrations(client, migrations.slice(first), (run) => {
    runs.push({ ...run, longestWrites: settle() });
    const { name, took, blockedWrites, locks } = run;
    const tables = locks.map(({ table, mode }) => `${table} ${mode}`).join(', ');
    console.log(
      `${name}: ${took.toFixed(1)} ms, locks for at most ${blockedWrites.toFixed(1)} ms (${tables})`,
    );
  });
  const writes = await Promise.all(writers.map((writer) => writer.stop()));
  console.log(
    `${writes.reduce((sum, done) => sum + done, 0)} writes beside, the longest took ${longestOf(runs).toFixed(1)} ms`,
  );
  if (!options.quick)
    await keepResults('migrations', { ...aboutRun(), files: size.files, labs: size.labs, runs });
  await client.end();
} finally {
  await postgres.stop();
}

function longestOf(all: readonly { longestWrites: Record<string, number> }[]): number {
  return Math.max(0, ...all.flatMap(({ longestWrites }) => Object.values(longestWrites)));
}

/** Writes one row of a table after another, and notes the longest write. */
async function startWriter(table: string, key: string) {
  const client = await connect();
  const { rows } = await client.query(`select ${key} as key from ${table} limit 100`);
  let longest = 0;
  let began: number | null = null;
  let isStopped = false;
  const work = async () => {
    let writes = 0;
    while (!isStopped) {
      began = performance.now();
      await client.query(
        `update ${table} set ocl_id = ocl_id where ctid = (select ctid from ${table} where ${key} = $1 limit 1)`,
        [rows[writes % rows.length]?.key],
      );
      longest = Math.max(longest, performance.now() - began);
      began = null;
      writes += 1;
    }
    return writes;
  };
  const working = work();
  return {
    table,
    /** Milliseconds of the longest write since the last call, one that still waits included. */
    settle(): number {
      const most = Math.max(longest, began === null ? 0 : performance.now() - began);
      longest = 0;
      return Math.round(most * 10) / 10;
    },
    async stop(): Promise<number> {
      isStopped = true;
      const writes = await working;
      await client.end();
      return writes;
    },
  };
}
