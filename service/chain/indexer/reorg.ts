import type { PublicClient } from 'viem';
import type { Database } from '#platform/db/database.ts';
import { type Header, readHeader } from '../headers.ts';
import { type Cursor, storedBlocks } from './cursor-store.ts';

/**
 * Returns the newest block that the index and the node's chain share, by a binary search over the stored hashes; null
 * for none. `isNewest` when all of the index is on the node's chain. A block that the node should have but does not
 * return throws `BLOCK_MISSING` and never counts as another history.
 */
export async function findCommonBlock(
  node: PublicClient,
  db: Database,
  { chainId, head }: { chainId: number; head: Header },
): Promise<{ common: Cursor | null; isNewest: boolean }> {
  const stored = await storedBlocks(db, chainId, head.number);
  const agrees = async (block: Cursor) => (await readHeader(node, block.number)).hash === block.hash;
  let [from, to] = [0, stored.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const block = stored[middle];
    if (block && (await agrees(block))) to = middle;
    else from = middle + 1;
  }
  return { common: stored[from] ?? null, isNewest: from === 0 && stored.length > 0 };
}
