import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import { BACKUP_LEASE } from '#core/files/remove-objects-now.ts';
import type { Transaction } from '../platform/db/database.ts';
import { takeLease } from '../platform/db/lease.ts';
import type { ObjectStorage } from '../platform/storage/object-storage.ts';
import {
  backupFormat,
  type Manifest,
  objectsAtOnce,
  readLines,
  type SavedObject,
  writeLines,
} from './backup-format.ts';
import { type Command, required, UsageError } from './command.ts';
import { type ReferencedObject, referencedObjects } from './objects.ts';
import { rowsOf, withoutLimits } from './rows-of.ts';

export const backup: Command = {
  summary: 'writes a snapshot of all rows and objects to a new directory; needs no downtime',
  options: { to: { placeholder: 'directory', summary: 'must not exist yet' } },
  async run(operation) {
    const { context, print } = operation;
    const directory = required(operation, 'to');
    await mkdir(dirname(directory), { recursive: true });
    await mkdir(directory, { mode: 0o700 }).catch(() => {
      throw new UsageError(`${directory} already exists or cannot be created.`);
    });
    // While this lease is held, no object is deleted, so all referenced objects can be copied.
    await using lease = await takeLease(context.db, BACKUP_LEASE);
    if (!lease) throw new UsageError('Another backup or verify-storage is running.');
    const referenced = join(directory, 'referenced.jsonl.gz');
    const rows = await context.db.transaction(
      async (tx) => {
        await withoutLimits(tx);
        const tables = await writeTables(tx, directory);
        await writeLines(referenced, asLines(referencedObjects(tx)));
        return { ...(await describe(tx, context)), tables };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    // Outside a transaction, which would block vacuuming for the whole time.
    const objects = await writeObjects(context.storage, referenced, directory);
    if (!lease.isHeld())
      throw new Error(
        'The database was unreachable for too long, so objects can have been deleted. Start the backup again.',
      );
    await rm(referenced);
    const manifest: Manifest = { ...rows, objects };
    await writeDurably(join(directory, 'manifest.json'), JSON.stringify(manifest, null, 2));
    const count = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    print(`${count} rows and ${objects.count} objects of ${objects.bytes} bytes are in ${directory}.`);
    print(
      'The backup does not contain the master key. Also keep KMS_MASTER_KEY, or the file kms-master-key in DATA_DIR.',
    );
    return true;
  },
};

async function describe(tx: Transaction, { config }: ServiceContext) {
  const { rows } = await tx.execute<{ count: string }>(
    sql`select count(*) from drizzle.__drizzle_migrations`,
  );
  const migrations = Number(rows[0]?.count);
  return {
    format: backupFormat,
    environment: config.environment,
    createdAt: new Date().toISOString(),
    migrations,
  } as const;
}

/** Leases belong to running processes. Restored, they would make others wait for processes that do not exist. Transactions have other numbers in another database. */
const ofRunningProcesses = ['leases', 'page_changes'];

async function writeTables(tx: Transaction, directory: string): Promise<Manifest['tables']> {
  const { rows: tables } = await tx.execute<{ name: string }>(
    sql`select tablename as name from pg_tables
      where schemaname = 'public' and tablename <> all (${sql.param(ofRunningProcesses)}) order by tablename`,
  );
  await mkdir(join(directory, 'tables'));
  const written: Manifest['tables'] = [];
  for (const { name } of tables) {
    let count = 0;
    const lines = async function* () {
      const query = sql`select row_to_json(r)::text as line from ${sql.identifier(name)} r`;
      for await (const rows of rowsOf(tx, query)) {
        count += rows.length;
        yield rows.map(({ line }) => line).join('\n');
      }
    };
    await writeLines(join(directory, 'tables', `${name}.jsonl.gz`), lines());
    written.push({ name, rows: count });
  }
  return written;
}

async function* asLines(objects: AsyncIterable<ReferencedObject>): AsyncGenerator<string> {
  for await (const object of objects) yield JSON.stringify(object);
}

async function writeObjects(
  storage: ObjectStorage,
  referenced: string,
  directory: string,
): Promise<Manifest['objects']> {
  const written = { count: 0, bytes: 0 };
  const saved = Readable.from(readLines(referenced)).map(
    async (line: string) => {
      const object = await saveObject(storage, JSON.parse(line), directory);
      written.count += 1;
      written.bytes += object.bytes;
      return JSON.stringify(object);
    },
    { concurrency: objectsAtOnce },
  );
  await writeLines(join(directory, 'objects.jsonl.gz'), saved);
  return written;
}

async function saveObject(
  storage: ObjectStorage,
  { key, contentType, sha256, what }: ReferencedObject,
  directory: string,
): Promise<SavedObject> {
  const body = await storage.read(key);
  if (!body) throw new Error(`${what} is missing in the storage. Run verify-storage to list all faults.`);
  const path = join(directory, 'objects', key);
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(body, count, createWriteStream(path, { flags: 'wx', flush: true }));
  const actual = hash.digest('hex');
  if (sha256 && actual !== sha256) throw new Error(`The bytes of ${what} do not match its hash.`);
  return { key, contentType, sha256: actual, bytes };
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
}
