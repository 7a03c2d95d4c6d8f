import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database, Reader } from '#platform/db/database.ts';
import { consumers } from '#platform/db/tables/consumers.ts';

/** Valid credentials of one wallet at most. */
export const mostCredentials = 20;

const isValid = and(
  isNull(consumers.revokedAt),
  or(isNull(consumers.expiresAt), gt(consumers.expiresAt, sql`now()`)),
);

const columns = {
  consumerId: consumers.id,
  label: consumers.label,
  mutations: consumers.allowedMutations,
  labs: consumers.allowedLabs,
  perMinute: consumers.perMinute,
  createdAt: consumers.createdAt,
  // Credentials of wallets always have an end.
  expiresAt: sql<Date>`${consumers.expiresAt}`.mapWith(consumers.expiresAt),
  lastUsedAt: consumers.lastUsedAt,
};

/** The valid credentials that a wallet issued itself, newest first. */
export function credentialsOf(db: Reader, wallet: string) {
  return db
    .select(columns)
    .from(consumers)
    .where(and(eq(consumers.wallet, wallet), isValid))
    .orderBy(desc(consumers.createdAt));
}

/** Whether a wallet has issued itself a credential by a message of this time, valid or not. */
export async function wasSigned(db: Reader, wallet: string, signedAt: Date): Promise<boolean> {
  const found = await db
    .select({ id: consumers.id })
    .from(consumers)
    .where(and(eq(consumers.wallet, wallet), eq(consumers.signedAt, signedAt)));
  return found.length > 0;
}

/** Revokes a credential of a wallet at once. Returns whether it was valid. */
export async function revokeCredentialOf(db: Database, wallet: string, id: string): Promise<boolean> {
  const revoked = await db
    .update(consumers)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(consumers.id, id), eq(consumers.wallet, wallet), isValid))
    .returning({ id: consumers.id });
  return revoked.length > 0;
}
