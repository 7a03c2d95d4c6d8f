import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { isObjectKey } from '#platform/storage/object-key.ts';
import { CorruptBackupError, UsageError } from '../core/command.ts';
import type { BackupPlace } from './backup-place.ts';
import type { Opening, Sealing } from './sealing.ts';

/**
 * The only supported format. A backup must be restored with the version that wrote it, because its rows have that
 * version's schema.
 */
export const backupFormat = 3;

// [Note: a place of backups] `objects/<key>` has the bytes of every object that a backup of the place refers to; objects never change, so
// each is written once. `snapshots/<time>/` has a backup: `tables/<name>.jsonl.gz` with one JSON row per line, all from one snapshot of the
// database, `objects.jsonl.gz` with the list of its objects, and `manifest.json`, written last and never encrypted. What is encrypted ends
// with `.age`.

export const manifestSchema = z.object({
  format: z.literal(backupFormat),
  environment: z.string(),
  createdAt: z.iso.datetime(),
  /** Number of migrations of the schema of the rows. */
  migrations: z.number().int(),
  encrypted: z.boolean(),
  tables: z.array(z.object({ name: z.string().regex(/^[a-z_0-9]+$/), rows: z.number().int() })),
  objects: z.object({
    count: z.number().int(),
    /** Written by this backup, and their bytes; an earlier backup of the place wrote the others. */
    written: z.number().int(),
    bytes: z.number().int(),
  }),
  /** Objects that the backup refers to and could not save. */
  faults: z.array(z.object({ key: z.string(), what: z.string(), problem: z.string() })),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** A line of `objects.jsonl.gz`. */
export const savedObjectSchema = z.object({
  key: z.string().refine(isObjectKey),
  contentType: z.string(),
  /** Null for a picture that an earlier backup wrote. */
  sha256: z.string().nullable(),
  bytes: z.number().int().nullable(),
});

export type SavedObject = z.infer<typeof savedObjectSchema>;

/** A line of `tables/installation.jsonl.gz`. */
export const savedInstallationSchema = z
  .object({ environment: z.string(), chain_id: z.number(), contracts: z.record(z.string(), z.string()) })
  .transform(({ chain_id: chainId, ...rest }) => ({ ...rest, chainId }));

/** A line of `tables/master_keys.jsonl.gz`. */
export const savedMasterKeySchema = z.object({
  name: z.string(),
  canary: z.string().transform((text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))),
});

/** A snapshot of a place, with what opens it. */
export interface Snapshot {
  place: BackupPlace;
  /** Its time, as in its folder's name. */
  name: string;
  manifest: Manifest;
  opening: Opening;
}

export const folderOf = (name: string) => `snapshots/${name}`;

/** Writes a compressed list of lines. */
export async function writeLines(
  place: BackupPlace,
  sealing: Sealing,
  name: string,
  lines: AsyncIterable<string>,
): Promise<void> {
  const text = async function* () {
    for await (const line of lines) yield `${line}\n`;
  };
  // The reader of the last stream gets any error of the pipeline, so the callback has nothing to do.
  const zipped = pipeline(Readable.from(text()), createGzip(), () => {});
  await place.write(name + sealing.suffix, await sealing.seal(zipped));
}

/** Reads such a list. @throws CorruptBackupError when it is missing, truncated or damaged */
export async function* readLines(
  { place, name: time, manifest, opening }: Snapshot,
  list: string,
): AsyncGenerator<string> {
  const name = `${folderOf(time)}/${list}${manifest.encrypted ? '.age' : ''}`;
  const stored = await place.read(name);
  if (!stored) throw new CorruptBackupError(`${name} is missing in the backup.`);
  try {
    const text = pipeline(await opening.open(name, stored), createGunzip(), () => {});
    yield* createInterface({ input: text });
  } catch (error) {
    if (error instanceof UsageError || error instanceof CorruptBackupError) throw error;
    throw new CorruptBackupError(
      `${name} is damaged: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The bytes of an object, in the clear. @throws CorruptBackupError if it is missing */
export async function readObject(
  { place, manifest, opening }: Pick<Snapshot, 'place' | 'manifest' | 'opening'>,
  key: string,
): Promise<Readable> {
  const name = `objects/${key}${manifest.encrypted ? '.age' : ''}`;
  const stored = await place.read(name);
  if (!stored) throw new CorruptBackupError(`${name} is missing in the backup.`);
  return opening.open(name, stored);
}

/**
 * Finds a snapshot of a place: the one that is named, or the newest that was completed.
 * @throws UsageError, CorruptBackupError
 */
export async function findSnapshot(
  place: BackupPlace,
  where: string,
  at: string | undefined,
  opening: Opening,
): Promise<Snapshot> {
  const complete: string[] = [];
  for await (const name of place.list('snapshots/')) {
    const [, time] = /^snapshots\/([^/]+)\/manifest\.json$/.exec(name) ?? [];
    if (time) complete.push(time);
  }
  const name = at ?? complete.toSorted().at(-1);
  if (name === undefined || !complete.includes(name))
    throw new UsageError(
      at === undefined
        ? `${where} has no complete backup: no manifest.json in a folder of snapshots/.`
        : `${where} has no complete backup ${at}. It has: ${complete.toSorted().join(', ') || 'none'}.`,
    );
  return { place, name, opening, manifest: await readManifest(place, name) };
}

async function readManifest(place: BackupPlace, name: string): Promise<Manifest> {
  const body = await place.read(`${folderOf(name)}/manifest.json`);
  const manifest = body && parsed(Buffer.concat(await body.toArray()).toString());
  const damaged = new CorruptBackupError(`${folderOf(name)}/manifest.json of the backup is damaged.`);
  const known = z.object({ format: z.number() }).safeParse(manifest);
  if (!known.success) throw damaged;
  if (known.data.format !== backupFormat)
    throw new UsageError(
      `The backup has format ${known.data.format}; this version reads ${backupFormat}. Restore it with the version that wrote it, then upgrade.`,
    );
  const whole = manifestSchema.safeParse(manifest);
  if (!whole.success) throw damaged;
  return whole.data;
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
