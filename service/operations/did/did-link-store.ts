import { and, asc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Hex } from 'viem';
import type { Database, Reader } from '#platform/db/database.ts';
import type { StoredUserOperation } from '#platform/db/tables/did.ts';
import { didLinks } from '#platform/db/tables/did.ts';
import { labs } from '#platform/db/tables/labs.ts';

export type DidLinkRow = typeof didLinks.$inferSelect;
/** A lab whose linking is due for a check. */
export type DueLink = DidLinkRow & { accountDid: string; dataRoomDid: string };

const maxAttempts = 8;
/** Between two looks at a lab that has no news. */
const longestWaitMs = 5 * 60_000;

export async function findDidLink(db: Reader, oclId: string): Promise<DidLinkRow | undefined> {
  const [row] = await db.select().from(didLinks).where(eq(didLinks.oclId, oclId));
  return row;
}

/** The longest due first. */
export async function dueLinks(db: Database, limit: number): Promise<DueLink[]> {
  const rows = await db
    .select({ link: didLinks, accountDid: labs.accountDid, dataRoomDid: labs.dataRoomDid })
    .from(didLinks)
    .innerJoin(labs, eq(labs.oclId, didLinks.oclId))
    .where(and(inArray(didLinks.status, ['PENDING', 'SUBMITTED']), lte(didLinks.nextStepAt, sql`now()`)))
    .orderBy(asc(didLinks.nextStepAt))
    .limit(limit);
  return rows.map(({ link, ...dids }) => ({ ...link, ...dids }));
}

/** Starts an attempt: records the operation before it is sent. */
export function recordAttempt(
  db: Database,
  row: DidLinkRow,
  sent: { userOpHash: Hex; userOperation: StoredUserOperation },
): Promise<DidLinkRow | undefined> {
  return change(db, row, { ...sent, status: 'PENDING', txHash: null, attempts: row.attempts + 1 });
}

/** Records that the bundler accepted the operation. */
export function recordSubmission(
  db: Database,
  row: DidLinkRow,
  nextLookMs: number,
): Promise<DidLinkRow | undefined> {
  return change(db, row, { status: 'SUBMITTED', nextStepAt: inMs(nextLookMs) });
}

/** Records that the operation is on the chain. The events of the indexer decide the rest. */
export function recordTransaction(
  db: Database,
  row: DidLinkRow,
  txHash: string | null,
  nextLookMs: number,
): Promise<DidLinkRow | undefined> {
  return change(db, row, { status: 'SUBMITTED', txHash, nextStepAt: inMs(nextLookMs) });
}

export interface Failure {
  reason: string;
  /** Whether it failed before the attempt was counted. */
  uncounted?: boolean;
  /** An operation that may be sent again because its state is unknown. */
  userOperation?: StoredUserOperation;
  retryMs: number;
}

/** Returns to `PENDING` with a growing delay; after the last attempt, `FAILED`. */
export function recordFailure(
  db: Database,
  row: DidLinkRow,
  failure: Failure,
): Promise<DidLinkRow | undefined> {
  const attempts = row.attempts + (failure.uncounted ? 1 : 0);
  return change(db, row, {
    attempts,
    status: attempts >= maxAttempts ? 'FAILED' : 'PENDING',
    userOperation: failure.userOperation ? { ...failure.userOperation, sendingFailed: true } : null,
    lastFailure: failure.reason,
    nextStepAt: inMs(failure.retryMs * 2 ** Math.max(0, attempts - 1)),
  });
}

/**
 * No news: schedules the next check, in `ms`, or once it has been as long again since the last news. So a lab that never gets on, for example
 * because its contracts are not on the chain, is looked at every few minutes.
 */
export async function lookAgain(db: Database, row: DidLinkRow, ms: number): Promise<void> {
  const unchanged = and(eq(didLinks.oclId, row.oclId), eq(didLinks.status, row.status));
  const delay = sql`least(greatest(${inSeconds(ms)}, now() - ${didLinks.updatedAt}), ${inSeconds(longestWaitMs)})`;
  await db
    .update(didLinks)
    .set({ nextStepAt: sql`now() + ${delay}` })
    .where(unchanged);
}

/**
 * Restarts linking from `PENDING` with no attempts counted; without `oclId`, of all labs that `FAILED`. Linked labs stay
 * linked.
 * @returns the restarted labs
 */
export async function restartLinking(db: Database, oclId?: string): Promise<string[]> {
  const which = oclId
    ? and(eq(didLinks.oclId, oclId), ne(didLinks.status, 'LINKED'))
    : eq(didLinks.status, 'FAILED');
  const rows = await db
    .update(didLinks)
    .set({
      status: 'PENDING',
      attempts: 0,
      userOperation: null,
      userOpHash: null,
      txHash: null,
      nextStepAt: sql`now()`,
      lastFailure: null,
      updatedAt: sql`now()`,
    })
    .where(which)
    .returning({ oclId: didLinks.oclId });
  return rows.map((row) => row.oclId);
}

/** Updates only if the row is in the state that was read. Otherwise the indexer or another worker was first. */
async function change(
  db: Database,
  row: DidLinkRow,
  values: PgUpdateSetSource<typeof didLinks>,
): Promise<DidLinkRow | undefined> {
  const [changed] = await db
    .update(didLinks)
    .set({ ...values, updatedAt: sql`now()` })
    .where(
      and(
        eq(didLinks.oclId, row.oclId),
        eq(didLinks.status, row.status),
        eq(didLinks.attempts, row.attempts),
        sql`${didLinks.userOpHash} is not distinct from ${row.userOpHash}`,
      ),
    )
    .returning();
  return changed;
}

const inSeconds = (ms: number) => sql`make_interval(secs => ${ms / 1000})`;

function inMs(ms: number) {
  return sql<Date>`now() + ${inSeconds(ms)}`;
}
