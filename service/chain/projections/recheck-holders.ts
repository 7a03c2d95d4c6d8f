import { inArray, or, sql } from 'drizzle-orm';
import { chunks } from '#platform/db/chunks.ts';
import type { Transaction } from '#platform/db/database.ts';
import { holderOwners, labHolders } from '#platform/db/tables/chain.ts';

/** Has the owners of holders read again that are, or have among their owners, one of these contracts (lowercase). */
export async function recheckHoldersOf(tx: Transaction, contracts: readonly string[]): Promise<void> {
  for (const some of chunks([...contracts])) {
    const behind = tx
      .select({ holder: holderOwners.holder })
      .from(holderOwners)
      .where(inArray(holderOwners.owner, some));
    await tx
      .update(labHolders)
      .set({ nextCheckAt: sql`now()` })
      .where(or(inArray(labHolders.address, some), inArray(labHolders.address, behind)));
  }
}

/** Has the owners of all holders with owners read again. */
export async function recheckAllHolders(tx: Transaction): Promise<void> {
  const withOwners = tx.select({ holder: holderOwners.holder }).from(holderOwners);
  await tx.update(labHolders).set({ nextCheckAt: sql`now()` }).where(inArray(labHolders.address, withOwners));
}
