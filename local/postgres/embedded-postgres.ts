import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { connect, Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findPostgresBinaries, type PostgresBinaries, runPostgresProgram } from './postgres-binaries.ts';
import { dataDirectoryArgument, openCluster, type PostgresCluster } from './postgres-cluster.ts';

const host = '127.0.0.1';
const database = 'labroom';
const startTimeoutSeconds = 120;

export type EmbeddedPostgres = {
  /** Connection string with the password. Must not be logged. */
  url: string;
  /** New data; started on existing data; or already running. */
  state: 'created' | 'started' | 'adopted';
  /** Process id of the server. */
  pid: number;
  /** Resolves when the server has ended, stopped or not. */
  gone: Promise<void>;
  /** Ends open connections and shuts the server down cleanly. */
  stop(): Promise<void>;
};

/**
 * Returns the PostgreSQL with data in `<dataDir>/postgres`: creates the cluster on the first call, and starts the server on
 * 127.0.0.1:`port`, or adopts a running server on these data (on its own port). The server outlives the caller unless it is
 * stopped. Its log is `<dataDir>/logs/postgres.log`.
 * @throws EmbeddedPostgresError with one sentence: port in use, missing program, broken or unreachable directory
 */
export async function ensureEmbeddedPostgres(options: {
  dataDir: string;
  port: number;
}): Promise<EmbeddedPostgres> {
  const binaries = await findPostgresBinaries();
  const cluster = await openCluster(options.dataDir, binaries);
  const found = await findRunningServer(cluster.data);
  const running = found ?? (await startServer(cluster, binaries, options));
  const url = (name: string) =>
    `postgres://${cluster.role}:${cluster.password}@${host}:${running.port}/${name}`;
  await createDatabase(url('postgres'));
  const { gone } = await watch(url('postgres'));
  return {
    url: url(database),
    state: found ? 'adopted' : cluster.isNew ? 'created' : 'started',
    pid: running.pid,
    gone,
    async stop() {
      const args = ['stop', '-D', dataDirectoryArgument(cluster), '-m', 'fast', '-w', '-s'];
      const { output } = await runPostgresProgram(binaries.pgCtl, args, { cwd: cluster.data });
      if (await findRunningServer(cluster.data)) {
        throw new EmbeddedPostgresError('STOP_FAILED', `PostgreSQL did not stop: ${output.trim()}.`);
      }
    },
  };
}

type RunningServer = { pid: number; port: number };

/**
 * Finds the running server whose lock file is in `data`. The process id is not enough: after kill -9 it can belong to
 * another process, for which PostgreSQL would refuse to start, and a copied folder contains a copied lock. So each server
 * is started with a mark of its folder, and a lock without a marked process is removed.
 */
async function findRunningServer(data: string): Promise<RunningServer | undefined> {
  const lockFile = path.join(data, 'postmaster.pid');
  const lines = (await readFile(lockFile, 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!pid || !isAlive(pid)) return undefined;
  if ((await commandLine(pid)).includes(folderLabel(data))) return { pid, port };
  await rm(lockFile, { force: true });
  return undefined;
}

function folderLabel(data: string): string {
  return `labroom.folder=${createHash('sha256').update(data).digest('hex').slice(0, 16)}`;
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const ps = promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)]);
  return ps.then(
    ({ stdout }) => stdout,
    () => '',
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function startServer(
  cluster: PostgresCluster,
  binaries: PostgresBinaries,
  { dataDir, port }: { dataDir: string; port: number },
): Promise<RunningServer> {
  if (await isPortTaken(port)) {
    const startedMeanwhile = await findRunningServer(cluster.data);
    if (startedMeanwhile) return startedMeanwhile;
    throw portInUse(port);
  }
  const logFile = path.join(dataDir, 'logs', 'postgres.log');
  await mkdir(path.dirname(logFile), { recursive: true });
  const log = await open(logFile, 'a');
  try {
    const server = `-p ${port} -c listen_addresses=${host} -c unix_socket_directories= -c timezone=UTC`;
    const marked = `${server} -c ${folderLabel(cluster.data)}`;
    const args = ['start', '-D', dataDirectoryArgument(cluster), '-o', marked];
    args.push('-w', '-s', '-t', String(startTimeoutSeconds));
    for (let attempt = 1; ; attempt++) {
      const from = (await log.stat()).size;
      const { code } = await runPostgresProgram(binaries.pgCtl, args, { cwd: cluster.data, logFd: log.fd });
      const running = await findRunningServer(cluster.data);
      if (running) return running;
      const reason = failureIn((await readFile(logFile)).subarray(from).toString('utf8'));
      // Children of a server that was killed with -9 hold its shared memory until they notice.
      if (!reason.includes('shared memory block') || attempt === 40) {
        throw startFailure(cluster.data, port, reason || `pg_ctl ended with code ${code}`);
      }
      await pause(250);
    }
  } finally {
    await log.close();
  }
}

/** Checked before the start, because PostgreSQL reports a used port only in its log. */
async function isPortTaken(port: number): Promise<boolean> {
  const probe = connect({ port, host });
  try {
    await once(probe, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    probe.destroy();
  }
}

function portInUse(port: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'PORT_IN_USE',
    `PostgreSQL cannot listen on ${host}:${port}, because another program does.`,
  );
}

/** The line of a PostgreSQL log with the reason why the server did not start. */
function failureIn(log: string): string {
  const lines = log.trim().split('\n');
  const line = lines.find((text) => /FATAL|PANIC/.test(text)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(FATAL|PANIC):\s*/, '');
}

function startFailure(data: string, port: number, reason: string): EmbeddedPostgresError {
  if (/could not (bind|create any TCP)/.test(reason)) return portInUse(port);
  return new EmbeddedPostgresError('START_FAILED', `PostgreSQL did not start on ${data}: ${reason}.`);
}

/** Waits while an adopted server is starting (SQLSTATE 57P03), and creates the database if it does not exist. */
async function createDatabase(url: string): Promise<void> {
  const deadline = Date.now() + startTimeoutSeconds * 1000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
      if (rowCount === 0) await client.query(`create database ${database}`);
      return;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      const [duplicate, concurrentDuplicate] = ['42P04', '23505'];
      if (code === duplicate || code === concurrentDuplicate) return;
      const isStarting = code === '57P03' || code === 'ECONNREFUSED';
      if (!isStarting || Date.now() > deadline) {
        throw new EmbeddedPostgresError('START_FAILED', `PostgreSQL does not answer: ${message}.`, error);
      }
      await pause(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Detects the end of an adopted server by an idle connection, which does not keep the process alive. */
async function watch(url: string): Promise<{ gone: Promise<void> }> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString: url, keepAlive: true, stream: () => socket });
  const gone = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  await client.connect();
  socket.unref();
  return { gone };
}
