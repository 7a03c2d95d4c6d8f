import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';

import { beginEpoch } from '#platform/db/event-log.ts';
import type { ObjectStorage } from '#platform/storage/object-storage.ts';
import {
  type Command,
  CorruptBackupError,
  type Operation,
  optional,
  optionalOclId,
  required,
  UsageError,
} from '../core/command.ts';
import { objectsAtOnce } from '../core/objects.ts';
import { requireStore } from '../core/require-store.ts';
import { withoutLimits } from '../core/rows-of.ts';
import {
  findSnapshot,
  parsed,
  readLines,
  readObject,
  type SavedObject,
  type Snapshot,
  savedObjectSchema,
} from './format.ts';
import { openPlace } from './place.ts';
import { putBackObjects, putObject } from './put-back-objects.ts';
import { requireFitting } from './require-fitting.ts';
import { restoreLab } from './restore-lab.ts';
import { openingWith } from './sealing.ts';
import { continueSequences, inOrder, writeTable } from './write-table.ts';

export const restore: Command = {
  summary: 'restores a backup into an empty database and its objects into the storage, or a part of it',
  options: {
    from: { placeholder: 'place', summary: 'written by backup: directory, or s3://bucket/prefix' },
    at: { placeholder: 'time', summary: 'name of a folder in snapshots/; otherwise the newest backup' },
    identity: { placeholder: 'file', summary: 'identities of age that open an encrypted backup' },
    'ocl-id': { placeholder: 'oclId', summary: 'only this lab, which the database does not have' },
    'objects-only': { summary: 'only objects that the database names and the storage lacks or has altered' },
  },
  async run(operation) {
    await requireStore(operation.context);
    const snapshot = await openSnapshot(operation);
    const oclId = optionalOclId(operation);
    if (operation.options['objects-only']) return putBackObjects(operation, snapshot, oclId);
    if (oclId) return restoreLab(operation, snapshot, oclId);
    return restoreAll(operation, snapshot);
  },
};

/** The backup that the options name. @throws UsageError, CorruptBackupError */
export async function openSnapshot(operation: Operation): Promise<Snapshot> {
  const where = required(operation, 'from');
  const opening = await openingWith(optional(operation, 'identity'));
  return findSnapshot(await openPlace(operation.context, where), where, optional(operation, 'at'), opening);
}

async function restoreAll({ context, print }: Operation, snapshot: Snapshot): Promise<true | 'incomplete'> {
  const { manifest } = snapshot;
  await requireFitting(context, snapshot);
  await requireEmpty(context, snapshot);
  await requireComplete(snapshot);
  // Objects are restored first, because a row may only refer to an existing object.
  await restoreObjects(context.storage, snapshot);
  await context.db.transaction(async (tx) => {
    await withoutLimits(tx);
    for (const { name, rows } of await inOrder(tx, manifest)) {
      const written = await writeTable(tx, name, readLines(snapshot, `tables/${name}.jsonl.gz`));
      if (written !== rows) throw new Error(`${name} has ${written} rows in the backup, not ${rows}.`);
    }
    await continueSequences(tx);
    await beginEpoch(tx);
  });
  print(
    `${manifest.tables.length} tables and ${manifest.objects.count} objects of ${manifest.createdAt} are back.`,
  );
  for (const { what, problem } of manifest.faults)
    print(
      `Not in the backup: ${what}, which ${problem.replace(/^(is|has) /, (verb) => (verb === 'is ' ? 'was ' : 'had '))} then.`,
    );
  return manifest.faults.length > 0 ? 'incomplete' : true;
}

/**
 * Reads the whole backup before anything is written: the number of rows, the checksums of gzip, and the hashes of
 * objects. Damage that happens during the restore is detected again below.
 * @throws CorruptBackupError
 */
async function requireComplete(snapshot: Snapshot): Promise<void> {
  const { manifest } = snapshot;
  for (const { name, rows } of manifest.tables) {
    const found = await countLines(snapshot, `tables/${name}.jsonl.gz`);
    if (found !== rows) throw new CorruptBackupError(`${name} has ${found} rows in the backup, not ${rows}.`);
  }
  let found = 0;
  await Readable.from(readLines(snapshot, 'objects.jsonl.gz')).forEach(
    async (line: string) => {
      found += 1;
      await requireWhole(snapshot, savedObjectSchema.parse(JSON.parse(line)));
    },
    { concurrency: objectsAtOnce },
  );
  if (found !== manifest.objects.count)
    throw new CorruptBackupError(
      `The list objects.jsonl.gz has ${found} objects, not ${manifest.objects.count}.`,
    );
}

async function requireWhole(snapshot: Snapshot, { key, sha256 }: SavedObject): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(await readObject(snapshot, key), hash).catch((error: Error) => {
    throw new CorruptBackupError(`objects/${key} of the backup cannot be read: ${error.message}`);
  });
  if (sha256 !== null && hash.digest('hex') !== sha256)
    throw new CorruptBackupError(`The bytes of objects/${key} in the backup do not match its hash.`);
}

/** @throws CorruptBackupError when a list is missing, truncated or changed */
async function countLines(snapshot: Snapshot, list: string): Promise<number> {
  let count = 0;
  for await (const line of readLines(snapshot, list)) if (parsed(line) !== null) count += 1;
  return count;
}

async function requireEmpty({ db }: ServiceContext, { manifest }: Snapshot): Promise<void> {
  for (const { name } of manifest.tables) {
    const { rowCount } = await db.execute(sql`select 1 from ${sql.identifier(name)} limit 1`);
    if (rowCount) throw new UsageError(`The database must be empty; ${name} has rows.`);
  }
}

async function restoreObjects(storage: ObjectStorage, snapshot: Snapshot): Promise<void> {
  let count = 0;
  await Readable.from(readLines(snapshot, 'objects.jsonl.gz')).forEach(
    async (line: string) => {
      await putObject(storage, snapshot, savedObjectSchema.parse(JSON.parse(line)));
      count += 1;
    },
    { concurrency: objectsAtOnce },
  );
  const expected = snapshot.manifest.objects.count;
  if (count !== expected) throw new Error(`The backup names ${count} objects, not ${expected}.`);
}
