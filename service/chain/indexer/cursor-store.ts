import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { bulkTransaction } from '#platform/db/bulk-transaction.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import { chainBlocks, chainCursors, onchainEvents } from '#platform/db/tables/chain.ts';
import { announceWork } from '#platform/db/work-notices.ts';
import { forgetEventsAfter, saveEvents } from '../events/event-store.ts';
import { retractLoggedAfter } from '../events/retract-logged.ts';
import { recheckAllHolders, recheckHoldersOf } from '../projections/recheck-holders.ts';
import type { ReadRange } from './read-ahead.ts';
import { REORG_WINDOW } from './reorg-window.ts';

/** The newest indexed block; `hash` is `0x` when there is none. */
export interface Cursor {
  number: number;
  hash: string;
}

/** Another process moved the cursor meanwhile. The range that was read is discarded. */
export class CursorMovedError extends Error {}

/** Returns where indexing continues. It restarts at the first block when the followed contracts or events changed. */
export async function openCursor(
  db: Database,
  chainId: number,
  followed: string,
  firstBlock: number,
): Promise<Cursor> {
  const beginning = { number: firstBlock - 1, hash: '0x' };
  const [row] = await db.select().from(chainCursors).where(eq(chainCursors.chainId, chainId));
  if (row?.followed === followed) return { number: row.blockNumber, hash: row.blockHash };
  await db.transaction(async (tx) => {
    const fresh = { chainId, blockNumber: beginning.number, blockHash: beginning.hash, followed };
    await tx
      .insert(chainCursors)
      .values(fresh)
      .onConflictDoUpdate({ target: chainCursors.chainId, set: fresh });
    await forgetAfter(tx, chainId, -1);
  });
  return beginning;
}

/** Returns stored hashes at or below this block, newest first. */
export async function storedBlocks(db: Database, chainId: number, upTo: number): Promise<Cursor[]> {
  return db
    .select({ number: chainBlocks.number, hash: chainBlocks.hash })
    .from(chainBlocks)
    .where(and(eq(chainBlocks.chainId, chainId), lte(chainBlocks.number, upTo)))
    .orderBy(desc(chainBlocks.number));
}

/**
 * Stores a range and moves the cursor to its end, in one transaction.
 * @param changedOwners contracts whose owners changed in the range
 */
export function saveRange(
  db: Database,
  chainId: number,
  cursor: Cursor,
  { headers, ...rows }: ReadRange,
  changedOwners: readonly string[],
): Promise<void> {
  const last = headers.at(-1);
  if (!last) throw new Error('A range has at least one block');
  return bulkTransaction(db, async (tx, copyRows) => {
    await moveCursor(tx, chainId, cursor, last);
    await saveEvents(tx, copyRows, chainId, rows);
    await recheckHoldersOf(tx, changedOwners);
    const oldest = last.number - REORG_WINDOW;
    await tx
      .delete(chainBlocks)
      .where(and(eq(chainBlocks.chainId, chainId), lte(chainBlocks.number, oldest)));
    const kept = headers.filter(({ number }) => number > oldest);
    const blocks = kept.map(({ number, hash }) => ({ chainId, number, hash }));
    await insertRows(tx, chainBlocks, blocks);
    await announceWork(tx, 'onchain_events', hasUnlogged(chainId));
  });
}

/** Removes everything after this block, and what was derived from it. */
export function rollBack(db: Database, chainId: number, cursor: Cursor, ancestor: Cursor): Promise<void> {
  return db.transaction(async (tx) => {
    await moveCursor(tx, chainId, cursor, ancestor);
    await retractLoggedAfter(tx, chainId, ancestor.number);
    await forgetAfter(tx, chainId, ancestor.number);
    await recheckAllHolders(tx);
    await announceWork(tx, 'onchain_events', sql`true`);
  });
}

/** SQL: whether an event of the chain waits for the event log, e.g. for its confirmations. */
const hasUnlogged = (
  chainId: number,
) => sql`exists (select from ${onchainEvents} where ${onchainEvents.chainId} = ${chainId}
  and ${onchainEvents.blockNumber} > coalesce((select block_number from logged_chains where chain_id = ${chainId}), -1))`;

/** Fails when the cursor is not where it was expected, so of two indexers only one writes. */
async function moveCursor(tx: Transaction, chainId: number, from: Cursor, to: Cursor): Promise<void> {
  const moved = await tx
    .update(chainCursors)
    .set({ blockNumber: to.number, blockHash: to.hash })
    .where(
      and(
        eq(chainCursors.chainId, chainId),
        eq(chainCursors.blockNumber, from.number),
        eq(chainCursors.blockHash, from.hash),
      ),
    )
    .returning({ chainId: chainCursors.chainId });
  if (moved.length === 0) throw new CursorMovedError('Another process moved the cursor');
}

async function forgetAfter(tx: Transaction, chainId: number, number: number): Promise<void> {
  await tx.delete(chainBlocks).where(and(eq(chainBlocks.chainId, chainId), gt(chainBlocks.number, number)));
  await forgetEventsAfter(tx, chainId, number);
}
