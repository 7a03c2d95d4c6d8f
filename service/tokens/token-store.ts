import { and, eq, isNull, sql } from 'drizzle-orm';
import { spendNonce } from '../auth/sign-in-message.ts';
import type { Database, Reader } from '../db/database.ts';
import { serviceTokens } from '../db/tables/tokens.ts';

export type ServiceTokenRow = typeof serviceTokens.$inferSelect;

/** Records a token; one that a signature pays for with its nonce: both or neither. */
export function recordToken(
  db: Database,
  row: Omit<ServiceTokenRow, 'revokedAt'>,
  nonce: string | undefined,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (nonce !== undefined) await spendNonce(tx, row.wallet, row.serviceName, nonce);
    await tx.insert(serviceTokens).values(row);
  });
}

/** A token of this wallet; another wallet's does not exist for it. */
export async function findToken(
  db: Reader,
  tokenId: string,
  wallet: string,
): Promise<ServiceTokenRow | undefined> {
  const [row] = await db
    .select()
    .from(serviceTokens)
    .where(and(eq(serviceTokens.id, tokenId), eq(serviceTokens.wallet, wallet)));
  return row;
}

/** Moves the expiry of a live token; undefined when it was revoked or expired in the meantime. */
export async function moveExpiry(
  db: Database,
  tokenId: string,
  expiresAt: Date,
): Promise<ServiceTokenRow | undefined> {
  const [row] = await db
    .update(serviceTokens)
    .set({ expiresAt: sql`greatest(${serviceTokens.expiresAt}, ${expiresAt.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(serviceTokens.id, tokenId),
        isNull(serviceTokens.revokedAt),
        sql`${serviceTokens.expiresAt} > now()`,
      ),
    )
    .returning();
  return row;
}

/** Revokes a token; undefined when it was revoked before. */
export async function revoke(db: Database, tokenId: string): Promise<Date | undefined> {
  const [row] = await db
    .update(serviceTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(serviceTokens.id, tokenId), isNull(serviceTokens.revokedAt)))
    .returning({ revokedAt: serviceTokens.revokedAt });
  return row?.revokedAt ?? undefined;
}
