import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { defaultCredentialPrefix, type Environment, environments } from '@labroom/protocol/environments';
import { and, eq, sql } from 'drizzle-orm';
import { ServiceError } from '#platform/errors/errors.ts';
import type { Database } from '../platform/db/database.ts';
import { consumers } from '../platform/db/tables/consumers.ts';
import type { Consumer } from './caller.ts';
import { isLastUseStale, readCredentials, type TokenRow } from './credential-reads.ts';

/** A consumer for requests that the service itself makes, or lets through without a credential. */
export const consumerWithoutCredential = (
  id: string,
  allowedMutations: readonly string[] | null,
): Consumer => ({
  id,
  issuedTo: null,
  namesVisitors: false,
  allowedMutations,
  allowedLabs: null,
  perMinute: null,
  slashPaths: false,
});

export interface KnownConsumer {
  consumer: Consumer;
  /** Null if no token was requested, or none with this id was issued. */
  token: TokenRow | null;
}

/** Any prefix, the consumer id, and the secret, which alone decides whether a credential is valid. */
const SHAPE = /^([\w-]{1,64})_([0-9a-z]{12})_([0-9a-f]{64})$/;

/** Whether a text has the form of a consumer credential, valid or not. No JWT has. */
export function isCredential(text: string): boolean {
  return text.startsWith('labroom_') || SHAPE.test(text);
}

export type CredentialLimits = Partial<
  Pick<
    typeof consumers.$inferInsert,
    | 'namesVisitors'
    | 'allowedMutations'
    | 'allowedLabs'
    | 'perMinute'
    | 'slashPaths'
    | 'expiresAt'
    | 'wallet'
    | 'signedAt'
  >
>;

/**
 * Creates a consumer credential `<prefix>_<consumerId>_<secret>`. Only the hash of the secret is stored, so the returned string cannot
 * be shown again. The secret has 256 random bits, so a plain SHA-256 suffices.
 */
export async function createConsumerCredential(
  db: Pick<Database, 'insert'>,
  prefix: string,
  label: string,
  limits: CredentialLimits = {},
): Promise<{ consumerId: string; credential: string }> {
  const consumerId = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .padStart(12, '0')
    .slice(-12);
  const secret = randomBytes(32).toString('hex');
  await db.insert(consumers).values({ id: consumerId, label, secretHash: sha256(secret), ...limits });
  return { consumerId, credential: `${prefix}_${consumerId}_${secret}` };
}

/**
 * Returns the consumer that an `Authorization` header names, and the service token with the id `tokenId`. Returns `null`
 * for an unknown consumer or another secret, and for a credential sent as `Bearer`
 * (docs/specification/identity.md#credentials).
 */
export async function authenticateConsumer(
  db: Database,
  header: string | undefined,
  tokenId: string | null = null,
): Promise<KnownConsumer | null> {
  const [, , id, secret] = SHAPE.exec(header ?? '') ?? [];
  if (!id || !secret) return null;
  const row = await readCredentials(db, id, tokenId);
  // An unknown id takes the same comparison as a known one.
  const matches = timingSafeEqual(sha256(secret), row?.secretHash ?? sha256(randomBytes(32).toString('hex')));
  if (!row || !matches) return null;
  if (row.needsLastUse) recordLastUse(db, id);
  return { consumer: consumerOf(id, row), token: row.token };
}

/**
 * Returns the consumer that a user token names, unless its credential was revoked or has expired, and the service
 * token. This consumer cannot name visitors, because the caller did not show its credential.
 */
export async function findConsumer(
  db: Database,
  id: string,
  tokenId: string | null,
): Promise<KnownConsumer | null> {
  const row = await readCredentials(db, id, tokenId);
  return row ? { consumer: { ...consumerOf(id, row), namesVisitors: false }, token: row.token } : null;
}

/**
 * The error for an invalid consumer credential. It uses only the sent text and never reveals whether the consumer
 * exists.
 */
export function rejectCredential(
  sent: string | undefined,
  environment: Environment,
  header: 'Authorization' | 'x-api-key' = 'Authorization',
): ServiceError {
  const message = credentialMistake(sent ?? '', environment, header);
  return new ServiceError('UNAUTHENTICATED', message, {
    reason: sent ? 'INVALID_CREDENTIAL' : 'NO_CREDENTIAL',
  });
}

function credentialMistake(sent: string, environment: Environment, header: string): string {
  if (sent === '')
    return `Send a consumer credential in the ${header} header, without Bearer. A wallet issues itself one at POST /credentials.`;
  const [, token] = /^Bearer +(\S+)$/i.exec(sent) ?? [];
  if (token !== undefined) {
    return isCredential(token)
      ? `Send the consumer credential in the ${header} header without Bearer.`
      : 'This service accepts no user tokens. Send the consumer credential without Bearer.';
  }
  const [, prefix] = SHAPE.exec(sent) ?? [];
  const sentEnvironment = environments.find((name) => prefix === defaultCredentialPrefix(name));
  if (sentEnvironment !== undefined && sentEnvironment !== environment)
    return `The consumer credential in ${header} is for ${sentEnvironment}; this service is ${environment}.`;
  return `The consumer credential in ${header} is unknown, expired, revoked or incomplete. A wallet issues itself a new one at POST /credentials.`;
}

/** Runs in the background. If it fails, the time of the last use is off by an hour. */
function recordLastUse(db: Database, id: string): void {
  db.update(consumers)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(consumers.id, id), isLastUseStale))
    .catch(() => {});
}

function consumerOf(
  id: string,
  { issuedTo, namesVisitors, allowedMutations, allowedLabs, perMinute, slashPaths }: Omit<Consumer, 'id'>,
): Consumer {
  return { id, issuedTo, namesVisitors, allowedMutations, allowedLabs, perMinute, slashPaths };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
