import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ServiceContext } from '#core/context/context.ts';
import { ConfigurationError } from '../platform/config/env.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { ObjectStorage } from '../platform/storage/object-storage.ts';
import {
  backupFormat,
  type Manifest,
  manifestSchema,
  objectsAtOnce,
  readLines,
  savedInstallationSchema,
  savedMasterKeySchema,
  savedObjectSchema,
} from './backup-format.ts';
import { type Command, CorruptBackupError, required, UsageError } from './command.ts';
import { requireSame } from './installation/installation.ts';
import { withoutLimits } from './rows-of.ts';

const rowsAtOnce = 500;

export const restore: Command = {
  summary: 'restores a backup into an empty database and its objects into the storage',
  options: { from: { placeholder: 'directory', summary: 'written by backup' } },
  async run(operation) {
    const { context, print } = operation;
    const directory = required(operation, 'from');
    const manifest = await readManifest(directory);
    await requireQuota(context, manifest);
    await requireComplete(directory, manifest);
    await requireMasterKeys(context, directory);
    // Objects are restored first, because a row may only refer to an existing object.
    await restoreObjects(context.storage, directory, manifest);
    await context.db.transaction(async (tx) => {
      await withoutLimits(tx);
      for (const { name, rows } of await inOrder(tx, manifest)) {
        const written = await writeTable(tx, name, join(directory, 'tables', `${name}.jsonl.gz`));
        if (written !== rows) throw new Error(`${name} has ${written} rows in the backup, not ${rows}.`);
      }
      await continueSequences(tx);
    });
    print(
      `${manifest.tables.length} tables and ${manifest.objects.count} objects of ${manifest.createdAt} are back.`,
    );
    return true;
  },
};

async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, 'manifest.json'), 'utf8').catch(() => {
    throw new UsageError(`${directory} is not a complete backup: manifest.json is missing.`);
  });
  const manifest = parsed(text);
  const known = z.object({ format: z.number() }).safeParse(manifest);
  if (!known.success) throw new CorruptBackupError('manifest.json of the backup is damaged.');
  const { format } = known.data;
  if (format !== backupFormat)
    throw new UsageError(
      `The backup has format ${format}; this version reads ${backupFormat}. Restore it with the version that wrote it, then upgrade.`,
    );
  const whole = manifestSchema.safeParse(manifest);
  if (!whole.success) throw new CorruptBackupError('manifest.json of the backup is damaged.');
  return whole.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Reads the whole backup before anything is written: the number of rows, the checksums of gzip, and the hashes of
 * objects. Damage that happens during the restore is detected again below.
 * @throws CorruptBackupError
 */
async function requireComplete(directory: string, manifest: Manifest): Promise<void> {
  for (const { name, rows } of manifest.tables) {
    const found = await countLines(join(directory, 'tables', `${name}.jsonl.gz`));
    if (found !== rows) throw new CorruptBackupError(`${name} has ${found} rows in the backup, not ${rows}.`);
  }
  const { objects } = manifest;
  const listed = join(directory, 'objects.jsonl.gz');
  const found = await countLines(listed);
  if (found !== objects.count)
    throw new CorruptBackupError(`The backup names ${found} objects, not ${objects.count}.`);
  await Readable.from(readLines(listed)).forEach(
    async (line: string) => {
      const { key, sha256 } = savedObjectSchema.parse(JSON.parse(line));
      const hash = createHash('sha256');
      await pipeline(createReadStream(join(directory, 'objects', key)), hash).catch((error: Error) => {
        throw new CorruptBackupError(`objects/${key} of the backup cannot be read: ${error.message}`);
      });
      if (hash.digest('hex') !== sha256)
        throw new CorruptBackupError(`The bytes of objects/${key} in the backup do not match its hash.`);
    },
    { concurrency: objectsAtOnce },
  );
}

/** @throws CorruptBackupError when a file is missing, truncated or changed */
async function countLines(path: string): Promise<number> {
  let count = 0;
  try {
    for await (const line of readLines(path)) if (parsed(line) !== null) count += 1;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CorruptBackupError(`${path} is missing or damaged: ${reason}`);
  }
  return count;
}

async function requireQuota({ db, config }: ServiceContext, manifest: Manifest): Promise<void> {
  if (manifest.environment !== config.environment)
    throw new UsageError(
      `The backup belongs to ${manifest.environment}; this environment is ${config.environment}.`,
    );
  const { rows } = await db.execute<{ migrations: string }>(
    sql`select count(*) as migrations from drizzle.__drizzle_migrations`,
  );
  if (Number(rows[0]?.migrations) !== manifest.migrations)
    throw new UsageError(
      'The backup has another schema version. Restore it with the version that wrote it, then upgrade.',
    );
  for (const { name } of manifest.tables) {
    const { rowCount } = await db.execute(sql`select 1 from ${sql.identifier(name)} limit 1`);
    if (rowCount) throw new UsageError(`The database must be empty; ${name} has rows.`);
  }
}

/** Runs before anything is written: without the key the restored data could not be opened. @throws ConfigurationError */
async function requireMasterKeys(context: ServiceContext, directory: string): Promise<void> {
  const linesOf = async (table: string) => {
    const rows: unknown[] = [];
    for await (const line of readLines(join(directory, 'tables', `${table}.jsonl.gz`)))
      rows.push(parsed(line));
    return rows;
  };
  const [row] = z.array(savedInstallationSchema).parse(await linesOf('installation'));
  if (!row) return;
  const keys = z.array(savedMasterKeySchema).parse(await linesOf('master_keys'));
  const { warnings } = await requireSame('--from: the backup', row, keys, context);
  if (warnings.length > 0) throw new ConfigurationError(warnings);
}

async function restoreObjects(
  storage: ObjectStorage,
  directory: string,
  { objects }: Manifest,
): Promise<void> {
  let count = 0;
  await Readable.from(readLines(join(directory, 'objects.jsonl.gz'))).forEach(
    async (line: string) => {
      const { key, contentType, sha256, bytes } = savedObjectSchema.parse(JSON.parse(line));
      const path = join(directory, 'objects', key);
      if ((await stat(path)).size !== bytes) throw new Error(`${key} is damaged in the backup.`);
      const body = { stream: createReadStream(path), contentLength: bytes };
      const stored = await storage.put({ key, contentType, body });
      if (stored.sha256 !== sha256) throw new Error(`${key} is damaged in the backup.`);
      count += 1;
    },
    { concurrency: objectsAtOnce },
  );
  if (count !== objects.count) throw new Error(`The backup names ${count} objects, not ${objects.count}.`);
}

/** Returns the tables, each after those that it refers to. */
async function inOrder(tx: Transaction, { tables }: Manifest): Promise<Manifest['tables']> {
  const { rows } = await tx.execute<{ name: string; depth: number }>(sql`
    with recursive depths (id, depth) as (
      select oid, 0 from pg_class where relnamespace = 'public'::regnamespace
      union all
      select conrelid, depth + 1 from pg_constraint join depths on confrelid = id where conrelid <> confrelid)
    select relname as name, max(depth)::int as depth from depths join pg_class on oid = id group by relname`);
  const depths = new Map(rows.map(({ name, depth }) => [name, depth]));
  const depthOf = ({ name }: { name: string }) => depths.get(name) ?? 0;
  return tables.toSorted((one, other) => depthOf(one) - depthOf(other));
}

async function writeTable(tx: Transaction, name: string, path: string): Promise<number> {
  const table = sql.identifier(name);
  const { rows } = await tx.execute<{ column: string }>(sql`
    select column_name as column from information_schema.columns
    where table_schema = 'public' and table_name = ${name} and is_generated = 'NEVER' order by ordinal_position`);
  const columns = sql.join(
    rows.map(({ column }) => sql.identifier(column)),
    sql`, `,
  );
  // Rows are restored unchanged, so triggers must not add rows. Every owner of a table may disable them.
  await tx.execute(sql`alter table ${table} disable trigger user`);
  // Removes rows that a migration created, in favour of the saved ones.
  await tx.execute(sql`delete from ${table}`);
  let count = 0;
  const insert = async (lines: string[]) => {
    count += lines.length;
    await tx.execute(sql`insert into ${table} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${table}, ${`[${lines.join(',')}]`}::json)`);
  };
  let lines: string[] = [];
  for await (const line of readLines(path)) {
    lines.push(line);
    if (lines.length < rowsAtOnce) continue;
    await insert(lines);
    lines = [];
  }
  if (lines.length > 0) await insert(lines);
  await tx.execute(sql`alter table ${table} enable trigger user`);
  return count;
}

/** Sets every sequence to a number that no restored row has. */
async function continueSequences(tx: Transaction): Promise<void> {
  const { rows } = await tx.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and (is_identity = 'YES' or column_default like 'nextval(%')`);
  for (const { table, column } of rows) {
    await tx.execute(sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      coalesce((select max(${sql.identifier(column)}) from ${sql.identifier(table)}), 0) + 1, false)`);
  }
}
