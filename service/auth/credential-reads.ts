import { SharedReads } from '@labroom/protocol/shared-reads';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../platform/db/database.ts';
import { perDatabase } from '../platform/db/per-database.ts';
import { consumers } from '../platform/db/tables/consumers.ts';
import { type AuthMethod, serviceTokens } from '../platform/db/tables/tokens.ts';

/** The stored state of a service token. */
export interface TokenRow {
  wallet: string;
  authMethod: AuthMethod;
  revokedAt: Date | null;
  signerRejected: boolean;
  /** By the clock of the database. */
  hasExpired: boolean;
}

export const isLastUseStale = sql<boolean>`coalesce(${consumers.lastUsedAt} < now() - interval '1 hour', true)`;

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
  issuedTo: string | null;
  allowedMutations: string[] | null;
  allowedLabs: string[] | null;
  perMinute: number | null;
  slashPaths: boolean;
  /** Whether the recorded last use is more than an hour old. */
  needsLastUse: boolean;
  /** Null if no token was requested, or none with this id was issued. */
  token: TokenRow | null;
}

const prepared = perDatabase((db) => {
  const read = db
    .select({
      secretHash: consumers.secretHash,
      namesVisitors: consumers.namesVisitors,
      issuedTo: consumers.wallet,
      allowedMutations: consumers.allowedMutations,
      allowedLabs: consumers.allowedLabs,
      perMinute: consumers.perMinute,
      slashPaths: consumers.slashPaths,
      needsLastUse: isLastUseStale,
      token: tokenRowColumns,
    })
    .from(consumers)
    .leftJoin(serviceTokens, eq(serviceTokens.id, sql.placeholder('tokenId')))
    .where(
      and(
        eq(consumers.id, sql.placeholder('consumerId')),
        isNull(consumers.revokedAt),
        or(isNull(consumers.expiresAt), gt(consumers.expiresAt, sql`now()`)),
      ),
    )
    .prepare('credentials');
  return { read, shared: new SharedReads<CredentialRow | undefined>() };
});

/**
 * Returns a consumer that was not revoked and has not expired, and the service token. Every request needs both, so they
 * take one statement, which concurrent requests with the same credentials share. Never cached, so a revocation takes
 * effect at once on all replicas.
 */
export function readCredentials(
  db: Database,
  consumerId: string,
  tokenId: string | null,
): Promise<CredentialRow | undefined> {
  const { read, shared } = prepared(db);
  return shared.read(
    `${consumerId} ${tokenId}`,
    async () => (await read.execute({ consumerId, tokenId }))[0],
  );
}
