import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import { pipeline as allOf } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { isObjectKey } from '../platform/storage/object-key.ts';

/**
 * The only supported format. A backup must be restored with the version that wrote it, because its rows have that
 * version's schema.
 */
export const backupFormat = 2;

/**
 * A backup is a directory: `tables/<name>.jsonl.gz` with one JSON row per line, all from one snapshot; `objects/<key>`
 * with the bytes of every referenced object, and `objects.jsonl.gz` with their list; `manifest.json`, written last.
 */
export const manifestSchema = z.object({
  format: z.literal(backupFormat),
  environment: z.string(),
  createdAt: z.iso.datetime(),
  /** Number of migrations of the schema of the rows. */
  migrations: z.number().int(),
  tables: z.array(z.object({ name: z.string().regex(/^[a-z_0-9]+$/), rows: z.number().int() })),
  objects: z.object({ count: z.number().int(), bytes: z.number().int() }),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** A line of `objects.jsonl.gz`. */
export const savedObjectSchema = z.object({
  key: z.string().refine(isObjectKey),
  contentType: z.string(),
  sha256: z.string(),
  bytes: z.number().int(),
});

/** A line of `tables/installation.jsonl.gz`. */
export const savedInstallationSchema = z
  .object({ environment: z.string(), chain_id: z.number(), contracts: z.record(z.string(), z.string()) })
  .transform(({ chain_id: chainId, ...rest }) => ({ ...rest, chainId }));

/** A line of `tables/master_keys.jsonl.gz`. */
export const savedMasterKeySchema = z.object({
  name: z.string(),
  canary: z.string().transform((text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))),
});

export type SavedObject = z.infer<typeof savedObjectSchema>;

/** Objects read or written at once. Their files are synced one by one, so most of the time is waiting. */
export const objectsAtOnce = 8;

/** Writes a new compressed file of lines and syncs it. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  const text = async function* () {
    for await (const line of lines) yield `${line}\n`;
  };
  await allOf(
    Readable.from(text()),
    createGzip(),
    createWriteStream(path, { flags: 'wx', flush: true, mode: 0o600 }),
  );
}

/** Reads the lines of such a file. Throws when the file is missing, truncated or damaged. */
export async function* readLines(path: string): AsyncGenerator<string> {
  // The reader of the lines gets any error of the pipeline, so the callback has nothing to do.
  const text = pipeline(createReadStream(path), createGunzip(), () => {});
  yield* createInterface({ input: text });
}
