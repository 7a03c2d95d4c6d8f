import { randomBytes } from 'node:crypto';
import {
  chown,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type PostgresBinaries, runPostgresProgram, unprivileged } from './postgres-binaries.ts';

const majorVersion = '18';

/** A PostgreSQL cluster on disk: `<dataDir>/postgres/data` and, beside it, the password of its only role. */
export type PostgresCluster = { data: string; role: string; password: string; isNew: boolean };

/**
 * [Note: the data directory as seen by nobody]
 * If root runs PostgreSQL as `nobody`, the data directory is often in a folder that `nobody` cannot enter (/root, a private
 * temporary folder). But a process keeps its working directory: root enters it before the uid changes, and /proc/self/cwd
 * then names it without traversing the path.
 */
export function dataDirectoryArgument(cluster: { data: string }): string {
  return unprivileged && process.platform === 'linux' ? '/proc/self/cwd' : cluster.data;
}

/**
 * Opens the cluster in `dataDir`, and creates it if it does not exist. The next creation replaces the folder of an
 * interrupted one.
 * @throws EmbeddedPostgresError `BROKEN_DATA_DIRECTORY`.
 */
export async function openCluster(dataDir: string, binaries: PostgresBinaries): Promise<PostgresCluster> {
  const home = path.join(path.resolve(dataDir), 'postgres');
  await makePrivateFolder(home);
  const data = path.join(home, 'data');
  const passwordFile = path.join(home, 'password');
  const isNew = !(await exists(data));
  if (isNew) {
    await createPasswordFile(passwordFile);
    await initialise(data, binaries);
  }
  await requireReadable(data);
  const password = (await readFile(passwordFile, 'utf8').catch(() => '')).trim();
  if (!password) throw broken(data, `its password file ${passwordFile} is missing`);
  return { data: await realpath(data), role: 'labroom', password, isNew };
}

async function makePrivateFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (unprivileged) await chown(folder, unprivileged.uid, unprivileged.gid);
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code;
    throw new EmbeddedPostgresError(
      'BROKEN_DATA_DIRECTORY',
      `The folder ${folder} for PostgreSQL cannot be made (${reason}).`,
      cause,
    );
  }
}

/** Writes a temporary file and links it into place, so that two concurrent first starts use one password. */
async function createPasswordFile(file: string): Promise<void> {
  const staging = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(staging, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    if (unprivileged) await chown(staging, unprivileged.uid, unprivileged.gid);
    await link(staging, file).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(staging, { force: true });
  }
}

async function initialise(data: string, binaries: PostgresBinaries): Promise<void> {
  const staging = await mkdtemp(`${data}.init-`);
  if (unprivileged) await chown(staging, unprivileged.uid, unprivileged.gid);
  try {
    const args = [
      '-D',
      dataDirectoryArgument({ data: staging }),
      '--pwfile=../password',
      '--username=labroom',
    ];
    // The built-in collation is the same on every machine, so data directories can be moved.
    args.push('--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin');
    args.push('--builtin-locale=C.UTF-8', '--no-instructions');
    const { code, output } = await runPostgresProgram(binaries.initdb, args, { cwd: staging });
    if (code === 0) await rename(staging, data).catch(() => undefined);
    // If another process was faster, its cluster is used.
    if (!(await exists(data))) {
      const lines = output.trim().split('\n');
      const reason = lines.find((line) => line.includes('error:')) ?? lines.at(-1);
      throw new EmbeddedPostgresError('START_FAILED', `PostgreSQL could not create ${data}: ${reason}`);
    }
  } finally {
    await removeUnfinished(data);
  }
}

/** Removes folders of interrupted starts, but not one that another start is writing. */
async function removeUnfinished(data: string): Promise<void> {
  for (const name of await readdir(path.dirname(data))) {
    const unfinished = path.join(path.dirname(data), name);
    if (!unfinished.startsWith(`${data}.init-`)) continue;
    await rm(unfinished, { recursive: true, force: true }).catch((error) => {
      if (error.code !== 'ENOTEMPTY') throw error;
    });
  }
}

async function requireReadable(data: string): Promise<void> {
  const version = await readFile(path.join(data, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) throw broken(data, 'it holds no PostgreSQL data');
  if (version.trim() !== majorVersion) {
    throw broken(data, `it was made by PostgreSQL ${version.trim()}, and this is ${majorVersion}`);
  }
  const owner = (await stat(data)).uid;
  const user = unprivileged?.uid ?? process.getuid?.() ?? owner;
  if (owner !== user) throw broken(data, `it belongs to the user ${owner}, and PostgreSQL runs as ${user}`);
}

function broken(data: string, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'BROKEN_DATA_DIRECTORY',
    `The PostgreSQL data directory ${data} cannot be used: ${reason}.`,
  );
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
