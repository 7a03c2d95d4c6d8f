import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Environment } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { SharedReads } from '../db/shared-reads.ts';
import { consumers } from '../db/tables/consumers.ts';

export interface Consumer {
  id: string;
}

const SHAPE = /^labroom_(local|staging|production)_([0-9a-z]{12})_([0-9a-f]{64})$/;

/** Whether a text means to be a consumer credential, good or not. */
export function isCredential(text: string): boolean {
  return text.startsWith('labroom_');
}

/**
 * Makes a consumer credential `labroom_<environment>_<consumerId>_<secret>` and stores its hash alone: the returned
 * string cannot be shown again. The secret has 256 random bits, so a plain SHA-256 is hash enough.
 */
export async function createConsumerCredential(
  db: Database,
  environment: Environment,
  label: string,
): Promise<{ consumerId: string; credential: string }> {
  const consumerId = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .padStart(12, '0')
    .slice(-12);
  const secret = randomBytes(32).toString('hex');
  await db.insert(consumers).values({ id: consumerId, label, secretHash: sha256(secret) });
  return { consumerId, credential: `labroom_${environment}_${consumerId}_${secret}` };
}

/**
 * The consumer behind an `Authorization` header, or null. The credential stands there bare: with `Bearer` it fails
 * (service.md, "Authentication", rule 1), as does a credential of another environment.
 */
export async function authenticateConsumer(
  db: Database,
  environment: Environment,
  header: string | undefined,
): Promise<Consumer | null> {
  const parts = SHAPE.exec(header ?? '');
  const [, credentialEnvironment, id, secret] = parts ?? [];
  if (!id || !secret || credentialEnvironment !== environment) return null;
  const row = await secretOf(db, id);
  // An unknown id costs the same comparison as a known one.
  const matches = timingSafeEqual(sha256(secret), row?.secretHash ?? sha256(randomBytes(32).toString('hex')));
  return row && matches ? { id } : null;
}

const statements = new WeakMap<Database, ReturnType<typeof prepare>>();

function prepare(db: Database) {
  const read = db
    .select({ secretHash: consumers.secretHash })
    .from(consumers)
    .where(and(eq(consumers.id, sql.placeholder('id')), isNull(consumers.revokedAt)))
    .prepare('consumer_secret');
  return { read, shared: new SharedReads<{ secretHash: Uint8Array } | undefined>() };
}

/** Every request asks: those of one consumer at the same moment ask together. */
function secretOf(db: Database, id: string): Promise<{ secretHash: Uint8Array } | undefined> {
  const known = statements.get(db);
  const { read, shared } = known ?? prepare(db);
  if (!known) statements.set(db, { read, shared });
  return shared.read(id, async () => (await read.execute({ id }))[0]);
}

/** A consumer that somebody else vouched for, unless its credential was revoked. */
export async function findConsumer(db: Database, id: string): Promise<Consumer | null> {
  const [row] = await db
    .select({ id: consumers.id })
    .from(consumers)
    .where(and(eq(consumers.id, id), isNull(consumers.revokedAt)));
  return row ?? null;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
