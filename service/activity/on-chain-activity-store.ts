import { and, desc, eq, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Reader } from '../db/database.ts';
import { onchainEventAddresses, onchainEvents } from '../db/tables/chain.ts';

export type OnChainEventRow = typeof onchainEvents.$inferSelect;

export interface EventPosition {
  blockNumber: number;
  logIndex: number;
}

interface EventsQuery {
  chainId: number;
  /** Newest first, and only what stands before this. */
  before: EventPosition | undefined;
  limit: number;
}

/** The events about one lab, newest first. */
export function eventsOfLab(
  db: Reader,
  { oclId, chainId, before, limit }: EventsQuery & { oclId: string },
): Promise<OnChainEventRow[]> {
  return db
    .select()
    .from(onchainEvents)
    .where(
      and(
        eq(onchainEvents.oclId, oclId),
        eq(onchainEvents.chainId, chainId),
        before && isBefore(onchainEvents.blockNumber, onchainEvents.logIndex, before),
      ),
    )
    .orderBy(desc(onchainEvents.blockNumber), desc(onchainEvents.logIndex))
    .limit(limit);
}

/**
 * The events that name an address or were sent by it, newest first: first the blocks, of which each has one at least, then
 * the page, then its rows.
 */
export async function eventsOfWallet(
  db: Reader,
  { wallet, chainId, before, limit }: EventsQuery & { wallet: string },
): Promise<OnChainEventRow[]> {
  const { address, blockNumber, logIndexes } = onchainEventAddresses;
  const blocks = db
    .select({ blockNumber, logIndexes })
    .from(onchainEventAddresses)
    .where(
      and(
        eq(address, wallet),
        eq(onchainEventAddresses.chainId, chainId),
        before && lte(blockNumber, before.blockNumber),
      ),
    )
    .orderBy(desc(blockNumber))
    // One more, as of the block of `before` all may be newer.
    .limit(limit + 1)
    .as('blocks');
  const page = db
    .select({ blockNumber: blocks.blockNumber, logIndex: sql<number>`place`.as('place_in_block') })
    .from(blocks)
    .crossJoin(sql`unnest(${blocks.logIndexes}) as place`)
    .where(before && isBefore(blocks.blockNumber, sql`place`, before))
    .orderBy(desc(blocks.blockNumber), desc(sql`place`))
    .limit(limit)
    .as('page');
  const rows = await db
    .select({ event: onchainEvents })
    .from(page)
    .innerJoin(
      onchainEvents,
      and(
        eq(onchainEvents.chainId, chainId),
        eq(onchainEvents.blockNumber, page.blockNumber),
        eq(onchainEvents.logIndex, page.logIndex),
      ),
    )
    .orderBy(desc(page.blockNumber), desc(page.logIndex));
  return rows.map(({ event }) => event);
}

function isBefore(blockNumber: SQLWrapper, logIndex: SQLWrapper, before: EventPosition): SQL {
  return sql`(${blockNumber}, ${logIndex}) < (${before.blockNumber}::bigint, ${before.logIndex}::int)`;
}
