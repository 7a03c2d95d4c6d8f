import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import { pipeline as allOf } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { isObjectKey } from '../platform/storage/object-key.ts';

/** The only one that is written or read: a backup goes with the version of the program that made it, as its rows do. */
export const backupFormat = 2;

/**
 * A backup is a directory: `tables/<name>.jsonl.gz`, a row of JSON a line, all of one moment; `objects/<key>`, the bytes of
 * every promised object, and `objects.jsonl.gz`, what they are; `manifest.json`, written last.
 */
export const manifestSchema = z.object({
  format: z.literal(backupFormat),
  environment: z.string(),
  createdAt: z.iso.datetime(),
  /** Number of migrations of the schema that the rows belong to. */
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

/** How many objects are read or written at once: their files are synced one by one, which is waiting for the most part. */
export const objectsAtOnce = 8;

/** Writes a compressed file of lines, durably. It must not exist yet. */
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

/** The lines of such a file. A file that is missing, cut or damaged throws where it is read. */
export async function* readLines(path: string): AsyncGenerator<string> {
  // Any error destroys the last stream, and so reaches the reader of the lines: there is nothing else to be told.
  const text = pipeline(createReadStream(path), createGunzip(), () => {});
  yield* createInterface({ input: text });
}
