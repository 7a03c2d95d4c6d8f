import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { SharedReads } from '../db/shared-reads.ts';
import { consumers } from '../db/tables/consumers.ts';
import { type AuthMethod, serviceTokens } from '../db/tables/tokens.ts';

/** What the database says of an issued service token. */
export interface TokenRow {
  wallet: string;
  authMethod: AuthMethod;
  revokedAt: Date | null;
  signerRejected: boolean;
  /** By the clock of the database. */
  hasExpired: boolean;
}

export const tokenRowColumns = {
  wallet: serviceTokens.wallet,
  authMethod: serviceTokens.authMethod,
  revokedAt: serviceTokens.revokedAt,
  signerRejected: serviceTokens.signerRejected,
  hasExpired: sql<boolean>`${serviceTokens.expiresAt} <= now()`,
};

interface CredentialRow {
  /** SHA-256 of the consumer's secret. */
  secretHash: Uint8Array;
  namesVisitors: boolean;
  /** Null where no token was asked for, or none of that id was issued. */
  token: TokenRow | null;
}

const statements = new WeakMap<Database, ReturnType<typeof prepare>>();

function prepare(db: Database) {
  const read = db
    .select({
      secretHash: consumers.secretHash,
      namesVisitors: consumers.namesVisitors,
      token: tokenRowColumns,
    })
    .from(consumers)
    .leftJoin(serviceTokens, eq(serviceTokens.id, sql.placeholder('tokenId')))
    .where(and(eq(consumers.id, sql.placeholder('consumerId')), isNull(consumers.revokedAt)))
    .prepare('credentials');
  return { read, shared: new SharedReads<CredentialRow | undefined>() };
}

/**
 * A consumer that was not revoked, and the service token beside it: every request asks, so in one statement, and those with
 * the same credentials at the same moment ask together. Read anew each time: a revocation holds at once for all replicas.
 */
export function readCredentials(
  db: Database,
  consumerId: string,
  tokenId: string | null,
): Promise<CredentialRow | undefined> {
  const { read, shared } = statements.get(db) ?? prepare(db);
  statements.set(db, { read, shared });
  return shared.read(
    `${consumerId} ${tokenId}`,
    async () => (await read.execute({ consumerId, tokenId }))[0],
  );
}
