import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

const root = resolve(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/labroom-stack');

/** What a prepared stack is made of. The lockfile stands for all packages. */
const ingredients = [
  'package-lock.json',
  'contracts/*.ts',
  'packages/deploy/*.ts',
  'local/{chain,postgres,process}/*.ts',
  'service/platform/db/*.ts',
  'service/platform/db/migrations/{*.sql,meta/_journal.json}',
  'testing/{foundations,prepared-stack}.ts',
];
const isTest = /\.(?:test|suite|fixture)\.ts$/;

/** Those of earlier days are removed, but not below a run around midnight. */
const keptMs = 2 * 86_400_000;

/**
 * Fills an empty data directory with a migrated PostgreSQL and a chain with the contracts, both stopped. They are prepared once a day
 * and copied from then on, until something that they are made of changes. The name of the copy is the hash of all that.
 */
export async function copyPreparedStack(dataDir: string): Promise<void> {
  const prepared = join(cache, await fingerprint());
  if (!(await exists(prepared))) await prepare(prepared);
  for (const part of await readdir(prepared)) await copyFolder(join(prepared, part), dataDir);
}

async function fingerprint(): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(ingredients, { cwd: root })) if (!isTest.test(file)) files.push(file);
  const hash = createHash('sha256');
  // No test gets a chain that began weeks ago.
  hash.update(
    `${process.platform}-${process.arch} ${process.getuid?.()} ${new Date().toISOString().slice(0, 10)}`,
  );
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(await readFile(join(root, file)));
  return hash.digest('hex').slice(0, 32);
}

/** Prepares in a folder beside, so that an interrupted preparation leaves nothing that looks complete. */
async function prepare(prepared: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  await removeOld();
  const staging = await mkdtemp(`${prepared}.making-`);
  try {
    // Only here: who copies needs no compiler of transactions.
    const { startFoundations } = await import('./foundations.ts');
    const stack = await startFoundations(staging);
    await withoutDisk(stack.databaseUrl);
    await stack.stop();
    await rm(join(staging, 'logs'), { recursive: true, force: true });
    // Another run may have been faster.
    await rename(staging, prepared).catch(async (error: unknown) => {
      if (!(await exists(prepared))) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Lets PostgreSQL not wait for the disk. What it acknowledged survives the end of any process, but not of the machine. */
async function withoutDisk(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes'])
    await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name);
    const made = await stat(folder).catch(() => null);
    if (made && Date.now() - made.mtimeMs > keptMs) await rm(folder, { recursive: true, force: true });
  }
}

/** Keeps owners and modes, because PostgreSQL runs as another user where this process is root. */
async function copyFolder(from: string, into: string): Promise<void> {
  if (process.platform !== 'win32') await promisify(execFile)('cp', ['-Rp', from, into]);
  else await cp(from, join(into, from.slice(from.lastIndexOf('\\') + 1)), { recursive: true });
}

const exists = (folder: string) =>
  stat(folder).then(
    () => true,
    () => false,
  );
