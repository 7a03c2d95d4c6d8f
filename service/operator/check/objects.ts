import { createDecipheriv, createHash, type DecipherGCM, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { plaintextHash } from '@labroom/protocol/content-hash';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import { dataKeyContext } from '#core/keys/data-key.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { StoredEncryption } from '#platform/db/tables/stored-values.ts';
import { KmsError } from '#platform/kms/kms.ts';
import { ChunkHashes } from '#platform/storage/chunk-hashes.ts';
import { explainStoreError } from '#readiness/store-errors.ts';
import { objectsAtOnce, type ReferencedObject, referencedObjects } from '../core/objects.ts';
import { withoutLimits } from '../core/rows-of.ts';
import { counted, type Part, type Samples, type Subject, sampled } from './findings.ts';

/** Of AES-256-GCM; the tag is at the end of an encrypted object. */
const [IV_BYTES, TAG_BYTES] = [12, 16];

/** Reads objects of the store and compares them with their rows. The service holds the keys of encrypted ones: those are decrypted. */
export const objects: Part = {
  name: 'objects',
  async look(subject) {
    const { looked, total, decrypted, ...found } = await lookAtObjects(subject);
    return {
      ...found,
      seen: `${sampled(looked, total, 'object')}, ${decrypted.toLocaleString('en')} of them decrypted`,
    };
  },
};

/** Returns the bytes of an object; null if there is none. */
type ReadObject = (object: ReferencedObject) => Promise<Readable | null>;

/**
 * As many objects as `samples` says, at random.
 * @param read how objects are read; from the store without it
 */
export async function lookAtObjects(
  { context, tx, samples }: Pick<Subject, 'context' | 'tx' | 'samples'>,
  read: ReadObject = ({ key }) => context.storage.read(key),
) {
  const found = { looked: 0, total: 0, decrypted: 0, faults: [] as string[], unchecked: [] as string[] };
  // In a bucket that is missing, every object would seem to be missing.
  const fault = await context.storage.answers().then(
    () => null,
    (error: unknown) => explainStoreError(error, context.config.storage),
  );
  if (fault) return { ...found, unchecked: [`objects. ${fault}`] };
  const missing: ReferencedObject[] = [];
  let unread = 0;
  const chosen = chosenOf(referencedObjects(tx), samples, () => (found.total += 1));
  // One statement at a time: a transaction has one connection.
  const described = async function* () {
    for await (const object of chosen) yield await describe(tx, object);
  };
  await Readable.from(described()).forEach(
    async (object: ObjectCheck) => {
      // A store that does not answer would take its time limit for each object.
      const outcome = unread > 0 ? 'UNREAD' : await look(context, object, read);
      if (outcome === 'UNREAD') {
        unread += 1;
        return;
      }
      found.looked += 1;
      if (outcome === 'MISSING') missing.push(object);
      else if ('fault' in outcome) found.faults.push(`${object.what} ${outcome.fault}`);
      else if ('unchecked' in outcome) found.unchecked.push(`${object.what}, ${outcome.unchecked}`);
      else if (outcome.isDecrypted) found.decrypted += 1;
    },
    { concurrency: objectsAtOnce },
  );
  if (unread > 0) found.unchecked.push(`${counted(unread, 'object')}, because the store did not answer.`);
  const gone = await withoutRemoved(context, missing);
  found.faults.push(...gone.map(({ what }) => `${what} is missing in the store`));
  return found;
}

/**
 * Up to so many of these objects at random, each as likely as any other. All of them are not held in memory.
 * @param count is called for each object
 */
async function* chosenOf(
  all: AsyncIterable<ReferencedObject>,
  { objects: most, mostBytes = Number.POSITIVE_INFINITY }: Samples,
  count: () => void,
): AsyncGenerator<ReferencedObject> {
  const chosen: ReferencedObject[] = [];
  let total = 0;
  for await (const object of all) {
    count();
    if ((object.bytes ?? 0) > mostBytes) continue;
    total += 1;
    if (most === Number.POSITIVE_INFINITY) yield object;
    else if (chosen.length < most) chosen.push(object);
    else {
      const place = Math.floor(Math.random() * total);
      if (place < most) chosen[place] = object;
    }
  }
  yield* chosen;
}

/** Leaves out what is no longer referenced: it was removed since the snapshot. */
async function withoutRemoved(
  { db }: ServiceContext,
  missing: ReferencedObject[],
): Promise<ReferencedObject[]> {
  if (missing.length === 0) return [];
  const now = new Set<string>();
  await db.transaction(
    async (tx) => {
      await withoutLimits(tx);
      for await (const { key } of referencedObjects(tx)) now.add(key);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  return missing.filter(({ key }) => now.has(key));
}

interface ObjectCheck extends ReferencedObject {
  /** Null for an object of which no row says how long it is. */
  contentLength: number | null;
  /** SHA-256 of each MiB, where the service keeps them. */
  chunks: Uint8Array | null;
  encryption: StoredEncryption | null;
  dataKey: { wrap: Uint8Array; issuedTo: string; keyId: string } | null;
}

async function describe(tx: Transaction, object: ReferencedObject): Promise<ObjectCheck> {
  const { rows } = await tx.execute<{
    length: string;
    encryption: StoredEncryption | null;
    hashes: Uint8Array | null;
    wrap: Uint8Array | null;
    issued: string | null;
    id: string | null;
  }>(sql`
    select v.content_length as length, v.encryption, c.hashes, k.wrapped_key as wrap, k.issued_to as issued, k.key_id as id
    from (select file_id, version, content_length, encryption, object_key from file_versions where object_key = ${object.key} and restored_from is null
      union all select file_id, version, content_length, encryption, object_key from trashed_versions where object_key = ${object.key} and restored_from is null) v
    left join data_keys k on k.bound_file_id = v.file_id and k.bound_version = v.version
    left join object_chunks c on c.object_key = v.object_key`);
  const [row] = rows;
  return {
    ...object,
    contentLength: row ? Number(row.length) : null,
    chunks: row?.hashes ?? null,
    encryption: row?.encryption ?? null,
    dataKey:
      row?.wrap && row.issued && row.id ? { wrap: row.wrap, issuedTo: row.issued, keyId: row.id } : null,
  };
}

type Outcome = { fault: string } | { unchecked: string } | { isDecrypted: boolean };

async function look(
  context: ServiceContext,
  object: ObjectCheck,
  read: ReadObject,
): Promise<Outcome | 'MISSING' | 'UNREAD'> {
  const opener = await openerOf(context, object);
  if (opener && !(opener instanceof Opener)) return opener;
  const [hash, chunks] = [createHash('sha256'), object.chunks ? new ChunkHashes() : null];
  let length = 0;
  try {
    const body = await read(object);
    if (!body) return 'MISSING';
    for await (const piece of body as AsyncIterable<Buffer>) {
      hash.update(piece);
      chunks?.update(piece);
      opener?.update(piece);
      length += piece.length;
    }
  } catch {
    return 'UNREAD';
  }
  if (object.sha256 !== null && hash.digest('hex') !== object.sha256) return { fault: 'has different bytes' };
  if (object.contentLength !== null && object.contentLength !== length)
    return { fault: `has ${length} bytes, and its row says ${object.contentLength}` };
  if (object.chunks && chunks && !chunks.list().equals(object.chunks))
    return { fault: 'has other hashes of its parts than its row says (object_chunks)' };
  if (!opener) return { isDecrypted: false };
  const plain = opener.end();
  if (plain === null)
    return { fault: 'does not decrypt with its key and the initialization vector of its row' };
  if (plain !== object.encryption?.contentHash)
    return { fault: 'decrypts to another content than its row says (contentHash)' };
  return { isDecrypted: true };
}

/** Decrypts what is read, or says why it cannot; null for an object that is not encrypted. */
async function openerOf(
  { kms, config }: ServiceContext,
  { encryption, dataKey }: ObjectCheck,
): Promise<Opener | Outcome | null> {
  // A version without a key is a fault of its rows, which `records` finds.
  if (!encryption || !dataKey) return null;
  const iv = Buffer.from(encryption.iv, 'base64');
  if (iv.length !== IV_BYTES) return { fault: `has an initialization vector of ${iv.length} bytes` };
  try {
    const key = await kms.unwrapDataKey(dataKey.wrap, dataKeyContext(config.environment, dataKey));
    const opener = new Opener(key, iv);
    key.fill(0);
    return opener;
  } catch (error) {
    if (!(error instanceof KmsError)) throw error;
    return error.kind === 'UNAVAILABLE'
      ? { unchecked: 'because the key service did not answer' }
      : { fault: `cannot be decrypted: ${error.message}` };
  }
}

/** AES-256-GCM over pieces of any size; the last 16 bytes of the whole are the tag. */
class Opener {
  readonly #decipher: DecipherGCM;
  readonly #hash: Hash = createHash('sha256');
  #held: Buffer = Buffer.alloc(0);

  constructor(key: Uint8Array, iv: Uint8Array) {
    this.#decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  }

  update(piece: Buffer): void {
    const bytes = Buffer.concat([this.#held, piece]);
    const end = Math.max(0, bytes.length - TAG_BYTES);
    this.#hash.update(this.#decipher.update(bytes.subarray(0, end)));
    this.#held = bytes.subarray(end);
  }

  /** The hash of the plaintext; null if the tag is not that of the message. */
  end(): string | null {
    if (this.#held.length < TAG_BYTES) return null;
    try {
      this.#decipher.setAuthTag(this.#held);
      this.#hash.update(this.#decipher.final());
    } catch {
      return null;
    }
    return plaintextHash(this.#hash.digest('hex'));
  }
}
