import { accessRequestLimits, defaultQuestion } from '@labroom/protocol/access-request';
import { and, count, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { isActiveGrant } from '#core/members/active-grant.ts';
import type { Reader } from '#platform/db/database.ts';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import { accessQuestions, accessRequests, blockedAskers } from '#platform/db/tables/access-requests.ts';
import { chainCursors, roleGrants } from '#platform/db/tables/chain.ts';

export type AccessRequestRow = typeof accessRequests.$inferSelect;
type NewRequest = typeof accessRequests.$inferInsert;
type RequestState = AccessRequestRow['state'];

export async function findRequest(db: Reader, id: string): Promise<AccessRequestRow | null> {
  const [row = null] = await db.select().from(accessRequests).where(eq(accessRequests.id, id));
  return row;
}

interface RequestFilter {
  oclId?: string | undefined;
  wallet?: string | undefined;
  role?: AccessRequestRow['role'] | undefined;
  states?: readonly RequestState[] | undefined;
  /** Leaves out open requests of wallets that the lab blocks. */
  withoutBlocked?: boolean;
}

/** A page of requests, the newest first. */
export async function pageRequests(
  db: Reader,
  filter: RequestFilter,
  { page, perPage }: { page: number; perPage: number },
) {
  const { oclId, wallet, role, states, withoutBlocked } = filter;
  const isBlocked = sql`${accessRequests.state} = 'OPEN' and exists (select from ${blockedAskers}
    where ${blockedAskers.oclId} = ${accessRequests.oclId} and ${blockedAskers.wallet} = ${accessRequests.wallet})`;
  const where = and(
    oclId ? eq(accessRequests.oclId, oclId) : undefined,
    wallet ? eq(accessRequests.wallet, wallet) : undefined,
    role ? eq(accessRequests.role, role) : undefined,
    states ? inArray(accessRequests.state, [...states]) : undefined,
    withoutBlocked ? sql`not (${isBlocked})` : undefined,
  );
  const nodes = await db
    .select()
    .from(accessRequests)
    .where(where)
    .orderBy(desc(accessRequests.createdAt), accessRequests.id)
    .limit(perPage)
    .offset(page * perPage);
  return { nodes, totalCount: await db.$count(accessRequests, where) };
}

export async function questionsOf(db: Reader, oclId: string) {
  const [row] = await db.select().from(accessQuestions).where(eq(accessQuestions.oclId, oclId));
  return {
    isSet: row !== undefined,
    questions: row?.questions ?? [defaultQuestion],
    promise: row?.promise ?? null,
  };
}

/** Locks the requests of a wallet in all labs. Taken after the lock of the lab. */
export async function lockAsker(tx: LabTransaction, wallet: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`asker:${wallet}`}, 0))`);
}

export interface AskerState {
  isBlocked: boolean;
  openOfLab: number;
  openOfWallet: number;
  /** Requests of this wallet to this lab within the last 24 hours. */
  daily: number;
  /** The wallet's open request to this lab. */
  openId: string | null;
}

/** What limits a request of this wallet to this lab. */
export async function readAsker(tx: LabTransaction, oclId: string, wallet: string): Promise<AskerState> {
  const counted = (where: SQL | undefined) =>
    sql`(${tx.select({ count: count() }).from(accessRequests).where(where)})::int`;
  const isOpen = eq(accessRequests.state, 'OPEN');
  const ofLab = eq(accessRequests.oclId, oclId);
  const ofWallet = eq(accessRequests.wallet, wallet);
  const today = gt(accessRequests.createdAt, sql`now() - interval '1 day'`);
  const { rows } = await tx.execute<AskerState & Record<string, unknown>>(sql`
    select exists (select from ${blockedAskers} where ${and(eq(blockedAskers.oclId, oclId), eq(blockedAskers.wallet, wallet))})
        as "isBlocked",
      ${counted(and(ofLab, isOpen))} as "openOfLab",
      ${counted(and(ofWallet, isOpen))} as "openOfWallet",
      ${counted(and(ofLab, ofWallet, today))} as "daily",
      (${tx
        .select({ id: accessRequests.id })
        .from(accessRequests)
        .where(and(ofLab, ofWallet, isOpen))}) as "openId"`);
  const [state] = rows;
  if (!state) throw new Error('The state of the asker was not read');
  return state;
}

export interface HeldRole {
  role: AccessRequestRow['role'];
  /** Unix seconds; `0` is permanent. */
  expiry: string;
}

/** The granted role that a wallet holds, as indexed, and the newest indexed block, which is read first. */
export async function readHeld(
  tx: Reader,
  { chainId, oclId, wallet }: { chainId: number; oclId: string; wallet: string },
): Promise<{ afterBlock: number; held: HeldRole | null }> {
  const [cursor] = await tx.select().from(chainCursors).where(eq(chainCursors.chainId, chainId));
  const [held = null] = await tx
    .select({ role: roleGrants.role, expiry: roleGrants.expiry })
    .from(roleGrants)
    .where(and(eq(roleGrants.oclId, oclId), eq(roleGrants.wallet, wallet), isActiveGrant()));
  return { afterBlock: cursor?.blockNumber ?? -1, held };
}

/** @returns `null` when the same message was stored before */
export async function insertRequest(
  tx: LabTransaction,
  row: Omit<NewRequest, 'expiresAt'>,
): Promise<AccessRequestRow | null> {
  const expiresAt = sql`now() + make_interval(days => ${accessRequestLimits.openDays})`;
  const [stored = null] = await tx
    .insert(accessRequests)
    .values({ ...row, expiresAt })
    .onConflictDoNothing()
    .returning();
  return stored;
}

/**
 * Closes an open request.
 * @returns `null` when it is not open any more
 */
export async function closeRequest(
  tx: Reader,
  id: string,
  change: PgUpdateSetSource<typeof accessRequests>,
): Promise<AccessRequestRow | null> {
  const [row = null] = await tx
    .update(accessRequests)
    .set(change)
    .where(and(eq(accessRequests.id, id), eq(accessRequests.state, 'OPEN')))
    .returning();
  return row;
}
