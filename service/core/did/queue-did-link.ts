import type { Transaction } from '#platform/db/database.ts';
import { didLinks } from '#platform/db/tables/did.ts';

/** Queues the linking of a lab's DIDs, in the transaction that registers the lab. */
export async function queueDidLink(tx: Transaction, oclId: string): Promise<void> {
  await tx.insert(didLinks).values({ oclId });
}
