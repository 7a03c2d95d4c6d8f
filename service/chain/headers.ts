import { type Hex, numberToHex, type PublicClient } from 'viem';
import { chunks } from '../platform/db/chunks.ts';
import { NodeError } from './node-error.ts';

export interface Header {
  number: number;
  hash: Hex;
  parentHash: Hex;
  /** Unix seconds. */
  timestamp: number;
  logsBloom: Hex;
  /** Sender (lowercase) by transaction hash. Present when the whole block was read. */
  senders?: ReadonlyMap<Hex, string>;
}

/** Requests of one kind in flight at once, sent in a few batches. */
export const requestsAtOnce = 200;

export function readHead(node: PublicClient): Promise<Header> {
  return readHeader(node, 'latest');
}

/** @throws NodeError `BLOCK_MISSING` (not there yet, or pruned), `OTHER_BLOCK` */
export async function readHeader(
  node: PublicClient,
  at: number | 'latest',
  { isWhole = false } = {},
): Promise<Header> {
  const which = at === 'latest' ? at : numberToHex(at);
  const block = await node.request({ method: 'eth_getBlockByNumber', params: [which, isWhole] });
  if (!block) throw new NodeError('BLOCK_MISSING', `The node has no block ${at}`);
  const { hash, parentHash, logsBloom, transactions } = block;
  const number = Number(block.number);
  if (hash === null || logsBloom === null || (at !== 'latest' && number !== at)) {
    throw new NodeError('OTHER_BLOCK', `Asked for block ${at}, the node returned ${block.number}`);
  }
  const header = { number, hash, parentHash, logsBloom, timestamp: Number(block.timestamp) };
  if (!isWhole) return header;
  const whole = transactions.filter((transaction) => typeof transaction !== 'string');
  return { ...header, senders: new Map(whole.map(({ hash, from }) => [hash, from.toLowerCase()])) };
}

/**
 * Reads the headers of these blocks, given in ascending order, and verifies that the parent hashes of neighbours match.
 * @throws NodeError as `readHeader`, or `BROKEN_CHAIN` when the chain changed in between
 */
export async function readHeaders(
  node: PublicClient,
  numbers: readonly number[],
  isWhole: (number: number) => boolean = () => false,
): Promise<Header[]> {
  const headers: Header[] = [];
  for (const some of chunks(numbers, requestsAtOnce)) {
    const read = some.map((number) => readHeader(node, number, { isWhole: isWhole(number) }));
    headers.push(...(await Promise.all(read)));
  }
  for (const [index, header] of headers.entries()) {
    const before = headers[index - 1];
    if (before && before.number + 1 === header.number && before.hash !== header.parentHash) {
      throw new NodeError('BROKEN_CHAIN', `Block ${header.number} does not follow from the block before it`);
    }
  }
  return headers;
}
