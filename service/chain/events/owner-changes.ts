import { type Address, numberToHex, type PublicClient, toEventSelector } from 'viem';
import { chunks } from '#platform/db/chunks.ts';
import type { Database } from '#platform/db/database.ts';
import { holderOwners } from '#platform/db/tables/chain.ts';
import { type BloomBits, bitsOf, contractsMatching } from '../bloom.ts';
import type { Header } from '../headers.ts';
import { addressesAtOnce, requestLogs } from '../logs.ts';

/** How Safes and accounts with one owner log that their owners changed. */
const topics = ['AddedOwner(address)', 'RemovedOwner(address)', 'OwnershipTransferred(address,address)'].map(
  toEventSelector,
);
const topicBits = topics.map(bitsOf);
const bitsOfAddresses = new Map<string, BloomBits>();

/**
 * Returns the contracts that are among the known owners of labs and logged in these blocks that their own owners changed,
 * lowercase. Costs no request while the blooms of the blocks exclude it. For lists only, so it is not verified like other logs:
 * a holder is also read again from time to time.
 * @param headers of the newest blocks, ascending
 * @throws NodeError, or what the transport throws
 */
export async function changedOwners(
  db: Database,
  node: PublicClient,
  headers: readonly Header[],
): Promise<string[]> {
  const rows = await db.select({ holder: holderOwners.holder, owner: holderOwners.owner }).from(holderOwners);
  const known = [...new Set(rows.flatMap(({ holder, owner }) => [holder, owner]))].map(watched);
  const blocks = headers.filter(({ logsBloom }) => contractsMatching(logsBloom, known).length > 0);
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last) return [];
  const range = { fromBlock: numberToHex(first.number), toBlock: numberToHex(last.number), topics: [topics] };
  const changed = new Set<string>();
  for (const some of chunks(known, addressesAtOnce)) {
    const logs = await requestLogs(node, { ...range, address: some.map(({ address }) => address) });
    for (const { address } of logs) changed.add(address);
  }
  return [...changed];
}

function watched(address: string): { address: Address; bloomBits: BloomBits } {
  const bloomBits = bitsOfAddresses.get(address) ?? {
    address: bitsOf(address as Address),
    topics: topicBits,
  };
  bitsOfAddresses.set(address, bloomBits);
  return { address: address as Address, bloomBits };
}
