import { and, count, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { secondsAgo } from '#auth/confirm-signer.ts';
import { spendNonce } from '#auth/sign-in-message.ts';
import type { Database, Reader, Transaction } from '#platform/db/database.ts';
import { type AuthMethod, serviceTokens } from '#platform/db/tables/tokens.ts';
import type { Proof } from './proof.ts';

export type ServiceTokenRow = typeof serviceTokens.$inferSelect;
type IssuedToken = ServiceTokenRow & { authMethod: Exclude<AuthMethod, 'x402'> };

/** Tokens of the gateway never leave the process, and end with their call. */
const isIssued = ne(serviceTokens.authMethod, 'x402');
const isLive = and(isNull(serviceTokens.revokedAt), gt(serviceTokens.expiresAt, sql`now()`));

/**
 * Records a token and uses up the nonce of its signature, in one transaction. Returns false, and changes nothing, if there is a token
 * with this id.
 */
export function recordToken(
  db: Database,
  row: Pick<ServiceTokenRow, 'id' | 'wallet' | 'serviceName' | 'createdAt'>,
  proof: Proof,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await spendNonceOf(tx, row, proof);
    const added = await tx
      .insert(serviceTokens)
      .values({ ...row, ...columnsOf(proof), expiresAt: proof.expiresAt })
      .onConflictDoNothing()
      .returning({ id: serviceTokens.id });
    return added.length > 0;
  });
}

/**
 * Counts a refresh of a live token, if it is the next one. Otherwise the refresh token was used before, so it is in the hands of two
 * programs: the token is revoked, and the result is `undefined`.
 */
export async function countRefresh(
  db: Database,
  tokenId: string,
  earlier: number,
): Promise<ServiceTokenRow | undefined> {
  const [row] = await db
    .update(serviceTokens)
    .set({ refreshes: sql`${serviceTokens.refreshes} + 1` })
    .where(and(eq(serviceTokens.id, tokenId), eq(serviceTokens.refreshes, earlier), isLive))
    .returning();
  if (!row) await revoke(db, tokenId);
  return row;
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

/**
 * Updates expiry and proof of a live token; returns `undefined` if it was revoked or expired since. The row keeps the
 * latest expiry of all its JWTs with the same proof.
 */
export function extendToken(
  db: Database,
  token: ServiceTokenRow,
  proof: Proof,
): Promise<ServiceTokenRow | undefined> {
  return db.transaction(async (tx) => {
    await spendNonceOf(tx, token, proof);
    const latest = sql`greatest(${serviceTokens.expiresAt}, ${proof.expiresAt.toISOString()}::timestamptz)`;
    const expiresAt = proof.authMethod === token.authMethod ? latest : proof.expiresAt;
    const [row] = await tx
      .update(serviceTokens)
      .set({ ...columnsOf(proof), expiresAt })
      .where(and(eq(serviceTokens.id, token.id), isLive))
      .returning();
    return row;
  });
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

/**
 * Revokes all live tokens of a wallet and uses up the nonce of the signature.
 * @returns the number of revoked tokens
 */
export function revokeAll(db: Database, wallet: string, serviceName: string, proof: Proof): Promise<number> {
  return db.transaction(async (tx) => {
    await spendNonceOf(tx, { wallet, serviceName }, proof);
    const revoked = await tx
      .update(serviceTokens)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(serviceTokens.wallet, wallet), isIssued, isLive))
      .returning({ id: serviceTokens.id });
    return revoked.length;
  });
}

/** A page of a wallet's tokens, newest first, and their total number. */
export async function listTokens(
  db: Reader,
  wallet: string,
  { page, perPage, onlyLive }: { page: number; perPage: number; onlyLive: boolean },
): Promise<{ tokens: IssuedToken[]; totalCount: number }> {
  const wanted = and(eq(serviceTokens.wallet, wallet), isIssued, onlyLive ? isLive : undefined);
  const [total] = await db.select({ count: count() }).from(serviceTokens).where(wanted);
  const tokens = await db
    .select()
    .from(serviceTokens)
    .where(wanted)
    .orderBy(desc(serviceTokens.createdAt), desc(serviceTokens.id))
    .limit(perPage)
    .offset(page * perPage);
  return { tokens: tokens as IssuedToken[], totalCount: total?.count ?? 0 };
}

async function spendNonceOf(
  tx: Transaction,
  { wallet, serviceName }: { wallet: string; serviceName: string },
  { nonce }: Proof,
): Promise<void> {
  if (nonce !== undefined) await spendNonce(tx, wallet, serviceName, nonce);
}

function columnsOf({ authMethod, confirmed }: Proof) {
  return {
    authMethod,
    signedHash: confirmed?.signedHash ?? null,
    signature: confirmed?.signature ?? null,
    confirmedAt: confirmed ? secondsAgo(confirmed.askedAt) : null,
  };
}
