import { BlockNotFoundError, type Hex, type PublicClient } from 'viem';
import { NodeError } from './node-error.ts';

export interface Header {
  number: number;
  hash: Hex;
  parentHash: Hex;
  /** Unix seconds. */
  timestamp: number;
  logsBloom: Hex;
  /** Who sent each transaction, lowercase, by its hash. Empty where it was not asked for. */
  senders: ReadonlyMap<Hex, string>;
}

const requestsAtOnce = 16;

export function readHead(node: PublicClient): Promise<Header> {
  return readHeader(node, 'latest');
}

/** @throws NodeError `BLOCK_MISSING` (not there yet, or pruned), `OTHER_BLOCK` */
export async function readHeader(
  node: PublicClient,
  at: number | 'latest',
  { withSenders = false } = {},
): Promise<Header> {
  const which = at === 'latest' ? { blockTag: at } : { blockNumber: BigInt(at) };
  const block = await node
    .getBlock({ ...which, includeTransactions: withSenders })
    .catch((error: unknown) => {
      if (error instanceof BlockNotFoundError)
        throw new NodeError('BLOCK_MISSING', `The node has no block ${at}`);
      throw error;
    });
  const number = Number(block.number);
  if (block.hash === null || block.logsBloom === null || (at !== 'latest' && number !== at)) {
    throw new NodeError('OTHER_BLOCK', `Asked for block ${at}, the node gave ${block.number}`);
  }
  const { hash, parentHash, logsBloom } = block;
  const transactions = block.transactions.flatMap((entry) => (typeof entry === 'string' ? [] : [entry]));
  const senders = new Map(
    transactions.map((transaction) => [transaction.hash, transaction.from.toLowerCase()]),
  );
  return { number, hash, parentHash, logsBloom, timestamp: Number(block.timestamp), senders };
}

/**
 * Reads these blocks, given in ascending order, and makes sure that neighbours belong together. The senders come with
 * those of `withSenders`.
 * @throws NodeError as `readHeader`, or `BROKEN_CHAIN` when the chain changed in between
 */
export async function readHeaders(
  node: PublicClient,
  numbers: readonly number[],
  withSenders: { has(block: number): boolean },
): Promise<Header[]> {
  const headers: Header[] = [];
  for (let start = 0; start < numbers.length; start += requestsAtOnce) {
    const some = numbers.slice(start, start + requestsAtOnce);
    headers.push(
      ...(await Promise.all(
        some.map((number) => readHeader(node, number, { withSenders: withSenders.has(number) })),
      )),
    );
  }
  for (const [index, header] of headers.entries()) {
    const before = headers[index - 1];
    if (before && before.number + 1 === header.number && before.hash !== header.parentHash) {
      throw new NodeError('BROKEN_CHAIN', `Block ${header.number} does not follow from the block before it`);
    }
  }
  return headers;
}
