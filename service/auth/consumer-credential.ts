import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { consumers } from '../db/tables/consumers.ts';
import { readCredentials, type TokenRow } from './credential-reads.ts';

export interface Consumer {
  id: string;
  /** Its word on where the visitor of a request comes from counts (docs/decisions/010). */
  namesVisitors: boolean;
}

interface KnownConsumer {
  consumer: Consumer;
  /** Null where no token was asked for, or none of that id was issued. */
  token: TokenRow | null;
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
  { namesVisitors = false }: { namesVisitors?: boolean } = {},
): Promise<{ consumerId: string; credential: string }> {
  const consumerId = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .padStart(12, '0')
    .slice(-12);
  const secret = randomBytes(32).toString('hex');
  await db.insert(consumers).values({ id: consumerId, label, secretHash: sha256(secret), namesVisitors });
  return { consumerId, credential: `labroom_${environment}_${consumerId}_${secret}` };
}

/**
 * The consumer behind an `Authorization` header, and the service token of an id beside it; null where the consumer is not
 * known. The credential stands there bare: with `Bearer` it fails (service.md, "Authentication", rule 1), as does a
 * credential of another environment.
 */
export async function authenticateConsumer(
  db: Database,
  environment: Environment,
  header: string | undefined,
  tokenId: string | null = null,
): Promise<KnownConsumer | null> {
  const parts = SHAPE.exec(header ?? '');
  const [, credentialEnvironment, id, secret] = parts ?? [];
  if (!id || !secret || credentialEnvironment !== environment) return null;
  const row = await readCredentials(db, id, tokenId);
  // An unknown id costs the same comparison as a known one.
  const matches = timingSafeEqual(sha256(secret), row?.secretHash ?? sha256(randomBytes(32).toString('hex')));
  if (!row || !matches) return null;
  return { consumer: { id, namesVisitors: row.namesVisitors }, token: row.token };
}

/**
 * A consumer that somebody else vouched for, unless its credential was revoked, and a service token beside it. It names no
 * visitors: who asks is a user with a token that was made for it, and need not be the consumer itself.
 */
export async function findConsumer(
  db: Database,
  id: string,
  tokenId: string | null,
): Promise<KnownConsumer | null> {
  const row = await readCredentials(db, id, tokenId);
  return row ? { consumer: { id, namesVisitors: false }, token: row.token } : null;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
