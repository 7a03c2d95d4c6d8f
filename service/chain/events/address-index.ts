import { and, eq, gt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { onchainEventAddresses } from '#platform/db/tables/chain.ts';
import type { NewEvent } from './decode.ts';

type AddressRow = typeof onchainEventAddresses.$inferInsert;

/** Splits the index of frequent addresses into several rows, so that a page reads few entries. */
const eventsPerRow = 64;

/**
 * Builds index rows from addresses to the events that name them. A row covers several events, in the order of the
 * chain.
 */
export function addressRowsOf(chainId: number, events: NewEvent[]): AddressRow[] {
  const rows: AddressRow[] = [];
  const newest = new Map<string, AddressRow>();
  for (const { addresses, blockNumber, logIndex } of events) {
    for (const address of addresses) {
      let row = newest.get(address);
      // All events of one block go into the same row.
      if (!row || (row.logIndexes.length >= eventsPerRow && row.lastBlock !== blockNumber)) {
        row = { address, chainId, firstBlock: blockNumber, lastBlock: -1, blockOffsets: [], logIndexes: [] };
        newest.set(address, row);
        rows.push(row);
      } else if (row.lastBlock === blockNumber && row.logIndexes.at(-1) === logIndex) continue;
      row.lastBlock = blockNumber;
      row.blockOffsets.push(blockNumber - row.firstBlock);
      row.logIndexes.push(logIndex);
    }
  }
  return rows;
}

/** Removes the events after this block from the index. */
export async function forgetAddressesAfter(tx: Transaction, chainId: number, number: number): Promise<void> {
  const { firstBlock, lastBlock, blockOffsets, logIndexes } = onchainEventAddresses;
  const ofChain = eq(onchainEventAddresses.chainId, chainId);
  await tx.delete(onchainEventAddresses).where(and(ofChain, gt(firstBlock, number), gt(lastBlock, number)));
  const kept = sql`(select count(*) from unnest(${blockOffsets}) as o where ${firstBlock} + o <= ${number})`;
  await tx
    .update(onchainEventAddresses)
    .set({
      blockOffsets: sql`${blockOffsets}[:${kept}]`,
      logIndexes: sql`${logIndexes}[:${kept}]`,
      lastBlock: sql`${firstBlock} + ${blockOffsets}[${kept}]`,
    })
    .where(and(ofChain, gt(lastBlock, number)));
}
