import { type Hex, numberToHex, type PublicClient } from 'viem';
import { chunks } from '../db/chunks.ts';
import { requestsAtOnce } from './headers.ts';
import type { MinedLog } from './logs.ts';

/**
 * Who sent the transactions of these logs, lowercase, by the hash of the transaction. A transaction that the node does not
 * have in that block is left out. Asked for one by one: whole blocks hold hundreds of strangers', and asked for by its hash
 * alone, an old transaction is unknown to nodes that prune that index.
 */
export async function readSenders(
  node: PublicClient,
  logs: readonly MinedLog[],
): Promise<ReadonlyMap<Hex, string>> {
  const transactions = new Map<Hex, MinedLog>();
  for (const log of logs) transactions.set(log.transactionHash, log);
  const senders = new Map<Hex, string>();
  for (const some of chunks([...transactions.values()], requestsAtOnce)) {
    const answers = await Promise.all(
      some.map(({ blockHash, transactionIndex }) =>
        node.request({
          method: 'eth_getTransactionByBlockHashAndIndex',
          params: [blockHash, numberToHex(transactionIndex)],
        }),
      ),
    );
    for (const [at, { transactionHash }] of some.entries()) {
      const answer = answers[at];
      if (answer?.hash === transactionHash) senders.set(transactionHash, answer.from.toLowerCase());
    }
  }
  return senders;
}
