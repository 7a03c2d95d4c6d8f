import { spawn } from 'node:child_process';
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** User for PostgreSQL if this process is root, as which it refuses to run: "nobody", which exists on every Linux. */
export const unprivileged: { uid: number; gid: number } | undefined =
  process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

export type PostgresBinaries = { initdb: string; pgCtl: string; postgres: string };

type Finished = { code: number | null; output: string };

/**
 * Runs a PostgreSQL program to its end in `cwd`, as `nobody` if this process is root. Collects its output or sends it to
 * the file descriptor `logFd`, which a server that it starts keeps.
 * @throws the spawn error (`ENOENT`, `EACCES`) if the program cannot be executed
 */
export function runPostgresProgram(
  file: string,
  args: string[],
  options: { cwd: string; logFd?: number },
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const out = options.logFd ?? 'pipe';
    const child = spawn(file, args, {
      cwd: options.cwd,
      // A clean environment, without PGPORT, PGDATA and similar variables of the caller.
      env: process.platform === 'win32' ? undefined : { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', out, out],
      ...unprivileged,
    });
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

/**
 * Finds the executable PostgreSQL programs of the platform package of `embedded-postgres`.
 * @throws EmbeddedPostgresError `MISSING_BINARY`; `UNREACHABLE_PATH` if this process is root and `nobody` cannot run them
 *   from any place
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const { native, version } = await platformPackage();
  await hydrateSymlinks(native);
  const installed = binariesIn(native);
  const state = await tryToRun(installed.postgres);
  if (state === 'runs') return installed;
  if (state === 'unreachable' && unprivileged) return binariesIn(await reachableCopy(native, version));
  throw missing(`The PostgreSQL program ${installed.postgres} cannot be executed on this machine.`);
}

function binariesIn(native: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => path.join(native, 'bin', `${name}${suffix}`);
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
}

async function platformPackage(): Promise<{ native: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const wrapper = require.resolve('embedded-postgres');
    const root = path.dirname(path.dirname(createRequire(wrapper).resolve(name)));
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    await lstat(binariesIn(path.join(root, 'native')).postgres);
    return { native: path.join(root, 'native'), version };
  } catch (cause) {
    throw missing(`PostgreSQL is not installed: the package ${name} is missing or incomplete.`, cause);
  }
}

function missing(what: string, cause?: unknown): EmbeddedPostgresError {
  const cure = 'Run "npm ci" again, or run the service on another PostgreSQL (DATABASE_URL).';
  return new EmbeddedPostgresError('MISSING_BINARY', `${what} ${cure}`, cause);
}

/** Creates the symlinks of the package. npm packages contain none, and the install script may not have run. */
async function hydrateSymlinks(native: string): Promise<void> {
  const listing = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(listing);
  for (const { source, target } of links) {
    const link = path.join(path.dirname(native), target);
    await symlink(path.relative(path.dirname(target), source), link).catch((error) => {
      if (error.code !== 'EEXIST') throw missing(`The library ${link} cannot be linked.`, error);
    });
  }
}

async function tryToRun(postgres: string): Promise<'runs' | 'unreachable' | 'broken'> {
  try {
    const { code } = await runPostgresProgram(postgres, ['--version'], { cwd: '/' });
    return code === 0 ? 'runs' : 'broken';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'unreachable' : 'broken';
  }
}

/** Copies the programs to a folder that `nobody` can reach, if the checkout is in a private folder such as /root. */
async function reachableCopy(native: string, version: string): Promise<string> {
  for (const parent of new Set(['/var/tmp', '/tmp', tmpdir()])) {
    const copy = path.join(parent, `labroom-postgres-${version}`);
    if (!(await isOurs(copy))) await copyAside(native, copy).catch(() => undefined);
    if ((await isOurs(copy)) && (await tryToRun(binariesIn(copy).postgres)) === 'runs') return copy;
  }
  throw new EmbeddedPostgresError(
    'UNREACHABLE_PATH',
    `PostgreSQL does not run as root, and the unprivileged user "nobody" can execute it neither in ${native} nor from a copy in /var/tmp or /tmp; start from a folder that every user may enter, or not as root.`,
  );
}

/** Everybody can write to temporary folders, so only a copy that root owns and nobody else can change is trusted. */
async function isOurs(copy: string): Promise<boolean> {
  const found = await lstat(copy).catch(() => undefined);
  return Boolean(found?.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0);
}

async function copyAside(native: string, copy: string): Promise<void> {
  const staging = await mkdtemp(`${copy}-`);
  try {
    await cp(native, staging, { recursive: true, verbatimSymlinks: true });
    await chmod(staging, 0o755);
    for (const entry of await readdir(staging, { recursive: true, withFileTypes: true })) {
      const executable = entry.isDirectory() || path.basename(entry.parentPath) === 'bin';
      if (!entry.isSymbolicLink()) {
        await chmod(path.join(entry.parentPath, entry.name), executable ? 0o755 : 0o644);
      }
    }
    await rename(staging, copy);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
