import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runPostgresProgram, unprivileged } from '@labroom/local/postgres/postgres-binaries.ts';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

/** Debian's folder for the programs of each version. */
const versions = '/usr/lib/postgresql';

export interface DebianPostgres {
  /** Of an empty database, with the superuser. */
  url: string;
  /** Kills it with -9 and starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

export function hasDebianPostgres(): boolean {
  return newestBin() !== null;
}

/** Starts Debian's PostgreSQL with its default settings, over TCP, with new data. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const bin = newestBin();
  if (!bin) throw new Error(`There is no PostgreSQL in ${versions}.`);
  const dir = await mkdtemp(join(tmpdir(), 'debian-postgres-'));
  if (unprivileged) await chown(dir, unprivileged.uid, unprivileged.gid);
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(dir, 'password');
  // PostgreSQL reads it as the unprivileged user that it runs as.
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (unprivileged) await chown(passwordFile, unprivileged.uid, unprivileged.gid);
  const data = join(dir, 'data');
  const made = await runPostgresProgram(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'labroom', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8'],
    { cwd: dir },
  );
  if (made.code !== 0) throw new Error(made.output);
  const port = await freePort();
  const url = `postgres://labroom:${password}@127.0.0.1:${port}/postgres`;
  const start = () =>
    spawn(join(bin, 'postgres'), ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', dir], {
      cwd: dir,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: 'ignore',
      ...unprivileged,
    });
  let server = start();
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    if (server.exitCode === null && server.kill(signal)) await once(server, 'exit');
  };
  /** A new server cannot start until the children of the killed one have released its shared memory. */
  const comeUp = () =>
    answering(url, () => {
      if (server.exitCode !== null) server = start();
    });
  const crash = async () => {
    await end('SIGKILL');
    server = start();
    await comeUp();
  };
  const stop = async () => {
    // A fast shutdown, which does not wait for clients.
    await end('SIGINT');
    await rm(dir, { recursive: true });
  };
  try {
    await comeUp();
    return { url, crash, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function newestBin(): string | null {
  if (!existsSync(versions)) return null;
  const bins = readdirSync(versions)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'));
  return bins.find((bin) => existsSync(join(bin, 'postgres'))) ?? null;
}

/** Polls until the first response, because there is no event for it. */
async function answering(url: string, meanwhile: () => void): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      meanwhile();
      await pause(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
