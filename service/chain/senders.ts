import { type Hex, numberToHex, type PublicClient } from 'viem';
import { chunks } from '../platform/db/chunks.ts';
import { type Header, requestsAtOnce } from './headers.ts';
import type { MinedLog } from './logs.ts';
import { NodeError } from './node-error.ts';

/**
 * Whether these logs are of all the first transactions of their block, so that it has hardly any others and is best read as
 * a whole. Most blocks of public chains hold hundreds of strangers' transactions.
 */
export function isSmallBlock(logs: readonly MinedLog[]): boolean {
  const places = new Set(logs.map(({ transactionIndex }) => transactionIndex));
  return places.size > 0 && Math.max(...places) === places.size - 1;
}

/**
 * Who sent the transactions of these logs, lowercase, by the hash of the transaction. Those of blocks that were not read as a
 * whole are asked for by their places: by its hash alone, an old transaction is unknown to nodes that prune that index.
 * @throws NodeError `SENDER_MISSING`
 */
export async function readSenders(
  node: PublicClient,
  logs: readonly MinedLog[],
  headers: readonly Header[],
): Promise<ReadonlyMap<Hex, string>> {
  const senders = new Map<Hex, string>();
  for (const header of headers) for (const [hash, sender] of header.senders ?? []) senders.set(hash, sender);
  const open = new Map<Hex, MinedLog>();
  for (const log of logs) if (!senders.has(log.transactionHash)) open.set(log.transactionHash, log);
  for (const some of chunks([...open.values()], requestsAtOnce))
    await Promise.all(
      some.map(async ({ blockHash, blockNumber, transactionHash, transactionIndex }) => {
        const place = [blockHash, numberToHex(transactionIndex)] as const;
        const found = await node.request({
          method: 'eth_getTransactionByBlockHashAndIndex',
          params: [...place],
        });
        if (found?.hash !== transactionHash)
          throw new NodeError(
            'SENDER_MISSING',
            `The node has no transaction of a log of block ${blockNumber}`,
          );
        senders.set(transactionHash, found.from.toLowerCase());
      }),
    );
  return senders;
}
