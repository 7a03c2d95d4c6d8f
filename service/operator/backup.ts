import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { holdLock } from '../db/advisory-lock.ts';
import type { Transaction } from '../db/database.ts';
import { BACKUP_LOCK } from '../jobs/delete-objects.ts';
import type { Manifest } from './backup-format.ts';
import { type Command, required, UsageError } from './command.ts';
import { type PromisedObject, promisedObjects } from './objects.ts';

const rowsAtOnce = 1_000;

export const backup: Command = {
  summary: 'writes all rows and all objects of one moment to a new directory, while everything runs',
  options: { to: { placeholder: 'directory', summary: 'must not exist yet' } },
  async run(operation) {
    const { context, print } = operation;
    const directory = required(operation, 'to');
    await mkdir(dirname(directory), { recursive: true });
    await mkdir(directory, { mode: 0o700 }).catch(() => {
      throw new UsageError(`${directory} exists already, or cannot be made.`);
    });
    // Nothing that the rows promise is removed before its bytes are copied.
    await using lock = await holdLock(context.db, BACKUP_LOCK);
    if (!lock) throw new UsageError('Another backup is under way.');
    const manifest = await context.db.transaction(
      async (tx) => {
        const tables = await writeTables(tx, directory);
        const objects = await writeObjects(context, await promisedObjects(tx), directory);
        return { ...(await describe(tx, context)), tables, objects } satisfies Manifest;
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    await writeDurably(join(directory, 'manifest.json'), JSON.stringify(manifest, null, 2));
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const bytes = manifest.objects.reduce((sum, object) => sum + object.bytes, 0);
    print(`${rows} rows and ${manifest.objects.length} objects of ${bytes} bytes are in ${directory}.`);
    print(
      'The master key of encrypted files is not in it: keep KMS_MASTER_KEY, or kms-master-key of DATA_DIR, too.',
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
    format: 1,
    environment: config.environment,
    createdAt: new Date().toISOString(),
    migrations,
  } as const;
}

async function writeTables(tx: Transaction, directory: string): Promise<Manifest['tables']> {
  // A long read: the limit for what users ask for is not for this.
  await tx.execute(sql`set local statement_timeout = 0`);
  const { rows: tables } = await tx.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  await mkdir(join(directory, 'tables'));
  const written: Manifest['tables'] = [];
  for (const { name } of tables) {
    let rows = 0;
    const lines = async function* () {
      for await (const batch of batches(tx, name)) {
        rows += batch.length;
        yield batch.map((line) => `${line}\n`).join('');
      }
    };
    const file = createWriteStream(join(directory, 'tables', `${name}.jsonl.gz`), {
      flags: 'wx',
      flush: true,
    });
    await pipeline(Readable.from(lines()), createGzip(), file);
    written.push({ name, rows });
  }
  return written;
}

async function* batches(tx: Transaction, table: string): AsyncGenerator<string[]> {
  const name = sql.identifier(table);
  await tx.execute(
    sql`declare backup_rows no scroll cursor for select row_to_json(r)::text as line from ${name} r`,
  );
  for (;;) {
    const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${rowsAtOnce} from backup_rows`));
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await tx.execute(sql`close backup_rows`);
}

async function writeObjects(
  { storage }: ServiceContext,
  promised: PromisedObject[],
  directory: string,
): Promise<Manifest['objects']> {
  const written: Manifest['objects'] = [];
  for (const { key, contentType, sha256, what } of promised) {
    const body = await storage.read(key);
    if (!body) throw new Error(`${what} is missing in the storage; verify-storage tells what else is.`);
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
    if (sha256 && actual !== sha256) throw new Error(`${what} has other bytes than its hash says.`);
    written.push({ key, contentType, sha256: actual, bytes });
  }
  return written;
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
}
