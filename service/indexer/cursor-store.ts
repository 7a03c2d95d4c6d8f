import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { chunks } from '../db/chunks.ts';
import type { Database, Transaction } from '../db/database.ts';
import {
  chainBlocks,
  chainCursors,
  labOwners,
  labTokens,
  onchainEventAddresses,
  onchainEvents,
  quarantinedLogs,
} from '../db/tables/chain.ts';
import { deriveDidLinks } from '../did/derive-did-links.ts';
import { deriveMembers } from '../members/derive-members.ts';
import type { decodeLogs, NewEvent } from './decode.ts';
import { REORG_WINDOW } from './fetch-logs.ts';
import type { Header } from './headers.ts';
import type { NewLabToken } from './lab-tokens.ts';

/** The newest block that was read; `hash` is `0x` when none was. */
export interface Cursor {
  number: number;
  hash: string;
}

/** Another process moved the cursor in the meantime. What this one read is thrown away. */
export class CursorMovedError extends Error {}

/** Where reading goes on. When other contracts or events are followed than before, that is the beginning. */
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
    await forgetAfter(tx, chainId, beginning.number);
  });
  return beginning;
}

/** Stored hashes at or below this block, newest first. */
export async function storedBlocks(db: Database, chainId: number, upTo: number): Promise<Cursor[]> {
  return db
    .select({ number: chainBlocks.number, hash: chainBlocks.hash })
    .from(chainBlocks)
    .where(and(eq(chainBlocks.chainId, chainId), lte(chainBlocks.number, upTo)))
    .orderBy(desc(chainBlocks.number));
}

interface NewBlocks {
  headers: Header[];
  tokens: NewLabToken[];
}

/** Writes what a range held, and moves the cursor to its end: one transaction, all or nothing. */
export function saveRange(
  db: Database,
  chainId: number,
  cursor: Cursor,
  { headers, tokens, events, quarantined }: ReturnType<typeof decodeLogs> & NewBlocks,
): Promise<void> {
  const last = headers.at(-1);
  if (!last) throw new Error('A range has at least one block');
  return db.transaction(async (tx) => {
    await moveCursor(tx, chainId, cursor, last);
    for (const some of chunks(tokens)) {
      const rows = some.map((token) => ({ ...token, chainId }));
      await tx.insert(labTokens).values(rows).onConflictDoNothing();
    }
    const rows = await withLabs(tx, chainId, events);
    for (const some of chunks(rows)) await tx.insert(onchainEvents).values(some);
    await saveAddresses(tx, rows);
    for (const some of chunks(quarantined)) await tx.insert(quarantinedLogs).values(some);
    await deriveMembers(tx, chainId, rows);
    await deriveDidLinks(tx, chainId, rows);
    const blocks = headers.map(({ number, hash }) => ({ chainId, number, hash }));
    for (const some of chunks(blocks)) await tx.insert(chainBlocks).values(some);
    const forgotten = lte(chainBlocks.number, last.number - REORG_WINDOW);
    await tx.delete(chainBlocks).where(and(eq(chainBlocks.chainId, chainId), forgotten));
  });
}

/** Takes back everything after this block, and what was computed from it. */
export function rollBack(db: Database, chainId: number, cursor: Cursor, ancestor: Cursor): Promise<void> {
  return db.transaction(async (tx) => {
    await moveCursor(tx, chainId, cursor, ancestor);
    await forgetAfter(tx, chainId, ancestor.number);
  });
}

/** Succeeds only from the expected place, so that of two processes that both believe to be the indexer one writes. */
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
  const quarantineAfter = and(eq(quarantinedLogs.chainId, chainId), gt(quarantinedLogs.blockNumber, number));
  await tx.delete(quarantinedLogs).where(quarantineAfter);
  const addressesAfter = gt(onchainEventAddresses.blockNumber, number);
  await tx
    .delete(onchainEventAddresses)
    .where(and(eq(onchainEventAddresses.chainId, chainId), addressesAfter));
  await tx.delete(labTokens).where(and(eq(labTokens.chainId, chainId), gt(labTokens.blockNumber, number)));
  const eventsAfter = and(eq(onchainEvents.chainId, chainId), gt(onchainEvents.blockNumber, number));
  const removed = await tx.delete(onchainEvents).where(eventsAfter).returning();
  await deriveMembers(tx, chainId, removed);
  await deriveDidLinks(tx, chainId, removed);
}

/** As columns, so that one statement takes thousands of rows in four parameters. */
async function saveAddresses(tx: Transaction, events: NewEvent[]): Promise<void> {
  const rows = events.flatMap(({ addresses, chainId, blockNumber, logIndex }) =>
    addresses.map((address) => ({ address, chainId, blockNumber, logIndex })),
  );
  for (const some of chunks(rows, 10_000)) {
    const column = (key: keyof (typeof rows)[number]) => sql.param(some.map((row) => row[key]));
    await tx.execute(sql`
      insert into ${onchainEventAddresses} (address, chain_id, block_number, log_index)
      select * from unnest(${column('address')}::text[], ${column('chainId')}::int[],
        ${column('blockNumber')}::bigint[], ${column('logIndex')}::int[])`);
  }
}

/** Completes events that name a lab by its token id or by its token only. */
async function withLabs(tx: Transaction, chainId: number, events: NewEvent[]): Promise<NewEvent[]> {
  const tokenIdOf = ({ contractName, args }: NewEvent) =>
    contractName === 'ocl' ? String(args.tokenId ?? '') : '';
  const known = new Map(
    events.flatMap((event) => (event.oclId ? [[tokenIdOf(event), event.oclId] as const] : [])),
  );
  const open = events.filter((event) => !event.oclId);
  const tokenIds = new Set(open.map(tokenIdOf).filter((tokenId) => tokenId && !known.has(tokenId)));
  for (const some of chunks([...tokenIds])) {
    const labs = await tx.select().from(labOwners).where(inArray(labOwners.tokenId, some));
    for (const { tokenId, oclId } of labs) known.set(tokenId, oclId);
  }
  const tokens = new Set(open.flatMap(tokensOf));
  for (const some of chunks([...tokens])) {
    const those = and(eq(labTokens.chainId, chainId), inArray(labTokens.address, some));
    for (const { address, oclId } of await tx.select().from(labTokens).where(those))
      known.set(address, oclId);
  }
  return events.map((event) => {
    const names = [tokenIdOf(event), ...tokensOf(event)];
    const oclId = event.oclId ?? names.map((name) => name && known.get(name)).find(Boolean);
    return { ...event, oclId: oclId || null };
  });
}

/** The addresses at which an event may name a lab's token: its own, or the one that was wrapped or accepted. */
function tokensOf({ contractName, contractAddress, args }: NewEvent): Address[] {
  if (contractName !== 'ipt') return [];
  const named = [contractAddress, args.wrappedLabToken, args.tokenContract];
  return named.filter((address): address is Address => typeof address === 'string');
}
