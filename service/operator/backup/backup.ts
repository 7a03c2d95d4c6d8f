import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline, Readable, Transform } from 'node:stream';
import { pipeline as allOf } from 'node:stream/promises';
import { terminalText } from '@labroom/protocol/terminal-text';
import { sql } from 'drizzle-orm';
import { BACKUP_LEASE } from '#core/files/remove-objects-now.ts';
import type { Transaction } from '#platform/db/database.ts';
import { takeLease } from '#platform/db/lease.ts';
import type { ObjectStorage } from '#platform/storage/object-storage.ts';
import { type Command, optional, required, UsageError } from '../core/command.ts';
import { objectsAtOnce, type ReferencedObject, referencedObjects } from '../core/objects.ts';
import { requireStore } from '../core/require-store.ts';
import { rowsOf, withoutLimits } from '../core/rows-of.ts';
import type { BackupPlace } from './backup-place.ts';
import { backupFormat, folderOf, type Manifest, type SavedObject, writeLines } from './format.ts';
import { openPlace } from './place.ts';
import { type Sealing, sealingTo } from './sealing.ts';

export const backup: Command = {
  summary: 'saves all rows, and the objects that no earlier backup of the place has; needs no downtime',
  options: {
    to: { placeholder: 'place', summary: 'directory, or s3://bucket/prefix' },
    recipient: { placeholder: 'age1…', summary: 'encrypts to this recipient of age; several by commas' },
  },
  async run(operation) {
    const { context, print } = operation;
    const where = required(operation, 'to');
    await requireStore(context);
    const place = await openPlace(context, where);
    const sealing = sealingTo(optional(operation, 'recipient'));
    // While this lease is held, no object is deleted, so all referenced objects can be copied.
    await using lease = await takeLease(context.db, BACKUP_LEASE);
    if (!lease) throw new UsageError('Another backup is running.');
    const createdAt = new Date().toISOString();
    const folder = folderOf(createdAt.replaceAll(':', '-'));
    const scratch = await mkdtemp(join(tmpdir(), 'labroom-backup-'));
    try {
      const referenced = join(scratch, 'referenced.jsonl');
      const rows = await context.db.transaction(
        async (tx) => {
          await withoutLimits(tx);
          const tables = await writeTables(tx, { place, sealing, folder });
          await allOf(asLines(referencedObjects(tx)), createWriteStream(referenced));
          return { tables, migrations: await countMigrations(tx) };
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      );
      // Outside a transaction, which would block vacuuming for the whole time.
      const saved = await writeObjects(context.storage, referenced, { place, sealing, folder });
      if (!lease.isHeld())
        throw new Error(
          'The database was unreachable for too long, so objects can have been deleted. Start the backup again.',
        );
      const { environment } = context.config;
      const manifest: Manifest = {
        format: backupFormat,
        ...{ environment, createdAt, migrations: rows.migrations },
        encrypted: sealing.suffix !== '',
        ...{ tables: rows.tables, objects: saved.objects, faults: saved.faults },
      };
      await place.write(
        `${folder}/manifest.json`,
        Readable.from([Buffer.from(JSON.stringify(manifest, null, 2))]),
      );
      const count = rows.tables.reduce((sum, table) => sum + table.rows, 0);
      const { objects, faults } = saved;
      for (const { what, problem } of faults) print(terminalText(`Not saved: ${what} ${problem}.`));
      print(
        `${count} rows and ${objects.count} objects are in ${where}/${folder}; ${objects.written} objects of ${objects.bytes} bytes are new in it.`,
      );
      print(
        'The backup does not contain the master key. Also keep KMS_MASTER_KEY, or the file kms-master-key in DATA_DIR.',
      );
      return faults.length > 0 ? 'incomplete' : true;
    } finally {
      await rm(scratch, { recursive: true });
    }
  },
};

interface Target {
  place: BackupPlace;
  sealing: Sealing;
  folder: string;
}

async function countMigrations(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ count: string }>(
    sql`select count(*) from drizzle.__drizzle_migrations`,
  );
  return Number(rows[0]?.count);
}

/** Leases belong to running processes. Restored, they would make others wait for processes that do not exist. Transactions have other numbers in another database. */
const ofRunningProcesses = ['leases', 'page_changes'];

async function writeTables(tx: Transaction, { place, sealing, folder }: Target): Promise<Manifest['tables']> {
  const { rows: tables } = await tx.execute<{ name: string }>(
    sql`select tablename as name from pg_tables
      where schemaname = 'public' and tablename <> all (${sql.param(ofRunningProcesses)}) order by tablename`,
  );
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
    await writeLines(place, sealing, `${folder}/tables/${name}.jsonl.gz`, lines());
    written.push({ name, rows: count });
  }
  return written;
}

async function* asLines(objects: AsyncIterable<ReferencedObject>): AsyncGenerator<string> {
  for await (const object of objects) yield `${JSON.stringify(object)}\n`;
}

async function writeObjects(
  storage: ObjectStorage,
  referenced: string,
  { place, sealing, folder }: Target,
): Promise<Pick<Manifest, 'objects' | 'faults'>> {
  const there = new Set<string>();
  for await (const name of place.list('objects/')) there.add(name);
  const objects = { count: 0, written: 0, bytes: 0 };
  const faults: Manifest['faults'] = [];
  const lines = Readable.from(createInterface({ input: createReadStream(referenced) })).map(
    async (line: string) => {
      const object: ReferencedObject = JSON.parse(line);
      const name = `objects/${object.key}${sealing.suffix}`;
      const saved = there.has(name)
        ? savedBefore(object)
        : await saveObject(storage, object, { place, sealing, name });
      if (typeof saved === 'string') {
        faults.push({ key: object.key, what: object.what, problem: saved });
        return '';
      }
      objects.count += 1;
      if (!there.has(name)) {
        objects.written += 1;
        objects.bytes += saved.bytes ?? 0;
      }
      return JSON.stringify(saved);
    },
    { concurrency: objectsAtOnce },
  );
  await writeLines(
    place,
    sealing,
    `${folder}/objects.jsonl.gz`,
    lines.filter((line: string) => line !== ''),
  );
  return { objects, faults };
}

const savedBefore = ({ key, contentType, sha256, bytes }: ReferencedObject): SavedObject => ({
  ...{ key, contentType, sha256, bytes },
});

/** Copies an object, or says why it cannot be saved. */
async function saveObject(
  storage: ObjectStorage,
  { key, contentType, sha256 }: ReferencedObject,
  { place, sealing, name }: Pick<Target, 'place' | 'sealing'> & { name: string },
): Promise<SavedObject | string> {
  const body = await storage.read(key);
  if (!body) return 'is missing in the store';
  const hash = createHash('sha256');
  let bytes = 0;
  let actual = '';
  const differs = new Error('other bytes');
  const examine = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
    // The place keeps nothing of what fails.
    flush(done) {
      actual = hash.digest('hex');
      done(sha256 && actual !== sha256 ? differs : null);
    },
  });
  try {
    await place.write(name, await sealing.seal(pipeline(body, examine, () => {})));
  } catch (error) {
    if (actual !== '' && sha256 && actual !== sha256) return 'has different bytes';
    throw error;
  }
  return { key, contentType, sha256: actual, bytes };
}
