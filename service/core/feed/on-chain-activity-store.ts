import { and, asc, desc, eq, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { OnChainActivity } from '#contract/schema.generated.ts';
import type { Reader } from '#platform/db/database.ts';
import { onchainEventAddresses, onchainEvents } from '#platform/db/tables/chain.ts';

export type OnChainEventRow = typeof onchainEvents.$inferSelect;

export interface EventPosition {
  blockNumber: number;
  logIndex: number;
}

interface EventsQuery {
  chainId: number;
  /** Newest first, only events before this one. */
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
 * Events that name an address or were sent by it, newest first. Reads the index rows of the address (each covers at
 * least one event), then the page, then its events.
 */
export async function eventsOfWallet(
  db: Reader,
  { wallet, chainId, before, limit }: EventsQuery & { wallet: string },
): Promise<OnChainEventRow[]> {
  const { address, firstBlock, blockOffsets, logIndexes } = onchainEventAddresses;
  const named = db
    .select({ firstBlock, blockOffsets, logIndexes })
    .from(onchainEventAddresses)
    .where(
      and(
        eq(address, wallet),
        eq(onchainEventAddresses.chainId, chainId),
        before && lte(firstBlock, before.blockNumber),
      ),
    )
    .orderBy(desc(firstBlock))
    // One more, as all that begins in the block of `before` may be newer.
    .limit(limit + 1)
    .as('named');
  const [block, log] = [sql<number>`${named.firstBlock} + block_offset`, sql<number>`place`];
  const page = db
    .select({ blockNumber: block.as('page_block'), logIndex: log.as('page_log') })
    .from(named)
    .crossJoin(sql`unnest(${named.blockOffsets}, ${named.logIndexes}) as place (block_offset, place)`)
    .where(before && isBefore(block, log, before))
    .orderBy(desc(named.firstBlock), desc(block), desc(log))
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

/** The events of a transaction, in the order of the chain. */
export function eventsOfTransaction(
  db: Reader,
  { txHash, chainId, limit }: { txHash: string; chainId: number; limit: number },
): Promise<OnChainEventRow[]> {
  return db
    .select()
    .from(onchainEvents)
    .where(and(eq(onchainEvents.txHash, txHash), eq(onchainEvents.chainId, chainId)))
    .orderBy(asc(onchainEvents.blockNumber), asc(onchainEvents.logIndex))
    .limit(limit);
}

function isBefore(blockNumber: SQLWrapper, logIndex: SQLWrapper, before: EventPosition): SQL {
  return sql`(${blockNumber}, ${logIndex}) < (${before.blockNumber}::bigint, ${before.logIndex}::int)`;
}

/** A row as the API shows it. */
export function asActivity(row: OnChainEventRow): OnChainActivity {
  return { ...row, id: `${row.blockNumber}:${row.logIndex}` };
}
