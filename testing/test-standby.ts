import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureEmbeddedPostgres } from '@labroom/local/postgres/embedded-postgres.ts';
import { unprivileged } from '@labroom/local/postgres/postgres-binaries.ts';
import { migrate } from '@labroom/service/platform/db/migrate.ts';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

export interface PrimaryWithStandby {
  primaryUrl: string;
  standbyUrl: string;
  /** Runs a statement as superuser. */
  onPrimary(statement: string): Promise<void>;
  onStandby(statement: string): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** Two real servers: a migrated database and a hot standby that follows it by streaming replication. */
export async function startPrimaryWithStandby(): Promise<PrimaryWithStandby> {
  const dir = await mkdtemp(join(tmpdir(), 'labroom-standby-'));
  const [primaryDir, standbyDir] = [join(dir, 'primary'), join(dir, 'standby')];
  const primary = await ensureEmbeddedPostgres({ dataDir: primaryDir, port: await freePort() });
  await migrate(primary.url);
  await copyWhileRunning(primary.url, primaryDir, standbyDir);
  const port = await freePort();
  const start = () => ensureEmbeddedPostgres({ dataDir: standbyDir, port });
  let standby = await start();
  return {
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    onPrimary: (statement) => run(primary.url, statement),
    onStandby: (statement) => run(standby.url, statement),
    stopStandby: () => standby.stop(),
    async startStandby() {
      standby = await start();
    },
    async stop() {
      await standby.stop();
      await primary.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** As `pg_basebackup` does, which the embedded server lacks. */
async function copyWhileRunning(url: string, from: string, to: string): Promise<void> {
  const { hostname, port, username, password } = new URL(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', true)`);
    await mkdir(to);
    // Keeps the owner of the files. Files of the running server may vanish meanwhile.
    await promisify(execFile)('cp', ['-a', join(from, 'postgres'), to]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    const data = join(to, 'postgres/data');
    await rm(join(data, 'postmaster.pid'));
    const source = `host=${hostname} port=${port} user=${username} password=${password}`;
    const files = {
      backup_label: rows[0]?.labelfile ?? '',
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = '${source}'\n`,
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(data, name), text);
      if (unprivileged) await chown(join(data, name), unprivileged.uid, unprivileged.gid);
    }
  } finally {
    await client.end();
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
