import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
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
  { oclId, ...query }: EventsQuery & { oclId: string },
): Promise<OnChainEventRow[]> {
  return db
    .select()
    .from(onchainEvents)
    .where(and(eq(onchainEvents.oclId, oclId), inRange(onchainEvents, query)))
    .orderBy(desc(onchainEvents.blockNumber), desc(onchainEvents.logIndex))
    .limit(query.limit);
}

/** The events that name an address or were sent by it, newest first: first the page, then its rows. */
export async function eventsOfWallet(
  db: Reader,
  { wallet, ...query }: EventsQuery & { wallet: string },
): Promise<OnChainEventRow[]> {
  const { chainId, blockNumber, logIndex } = onchainEventAddresses;
  const page = db
    .select({ chainId, blockNumber, logIndex })
    .from(onchainEventAddresses)
    .where(and(eq(onchainEventAddresses.address, wallet), inRange(onchainEventAddresses, query)))
    .orderBy(desc(blockNumber), desc(logIndex))
    .limit(query.limit)
    .as('page');
  const rows = await db
    .select({ event: onchainEvents })
    .from(page)
    .innerJoin(
      onchainEvents,
      and(
        eq(onchainEvents.chainId, page.chainId),
        eq(onchainEvents.blockNumber, page.blockNumber),
        eq(onchainEvents.logIndex, page.logIndex),
      ),
    )
    .orderBy(desc(page.blockNumber), desc(page.logIndex));
  return rows.map(({ event }) => event);
}

function inRange(
  table: typeof onchainEvents | typeof onchainEventAddresses,
  { chainId, before }: EventsQuery,
): SQL | undefined {
  const { blockNumber, logIndex } = table;
  return and(
    eq(table.chainId, chainId),
    before && sql`(${blockNumber}, ${logIndex}) < (${before.blockNumber}::bigint, ${before.logIndex}::int)`,
  );
}
