import { type Hex, numberToHex, type PublicClient } from 'viem';
import { chunks } from '../platform/db/chunks.ts';
import { type Header, requestsAtOnce } from './headers.ts';
import type { MinedLog } from './logs.ts';
import { NodeError } from './node-error.ts';

/**
 * Whether these logs cover all leading transactions of their block. Such a block has hardly any other transactions and
 * is best read whole. Most blocks of public chains hold hundreds of unrelated transactions.
 */
export function isSmallBlock(logs: readonly MinedLog[]): boolean {
  const places = new Set(logs.map(({ transactionIndex }) => transactionIndex));
  return places.size > 0 && Math.max(...places) === places.size - 1;
}

/**
 * Returns the senders (lowercase) of the transactions of these logs, by transaction hash. For blocks that were not read
 * whole it requests transactions by position, because nodes that prune their hash index do not find old ones by hash.
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
