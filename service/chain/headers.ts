import { type Hex, numberToHex, type PublicClient } from 'viem';
import { chunks } from '../db/chunks.ts';
import { NodeError } from './node-error.ts';

export interface Header {
  number: number;
  hash: Hex;
  parentHash: Hex;
  /** Unix seconds. */
  timestamp: number;
  logsBloom: Hex;
}

/** Of one kind, in a few batches. */
export const requestsAtOnce = 100;

export function readHead(node: PublicClient): Promise<Header> {
  return readHeader(node, 'latest');
}

/** @throws NodeError `BLOCK_MISSING` (not there yet, or pruned), `OTHER_BLOCK` */
export async function readHeader(node: PublicClient, at: number | 'latest'): Promise<Header> {
  const which = at === 'latest' ? at : numberToHex(at);
  const block = await node.request({ method: 'eth_getBlockByNumber', params: [which, false] });
  if (!block) throw new NodeError('BLOCK_MISSING', `The node has no block ${at}`);
  const { hash, parentHash, logsBloom } = block;
  const number = Number(block.number);
  if (hash === null || logsBloom === null || (at !== 'latest' && number !== at)) {
    throw new NodeError('OTHER_BLOCK', `Asked for block ${at}, the node gave ${block.number}`);
  }
  return { number, hash, parentHash, logsBloom, timestamp: Number(block.timestamp) };
}

/**
 * Reads these blocks, given in ascending order, and makes sure that neighbours belong together.
 * @throws NodeError as `readHeader`, or `BROKEN_CHAIN` when the chain changed in between
 */
export async function readHeaders(node: PublicClient, numbers: readonly number[]): Promise<Header[]> {
  const headers: Header[] = [];
  for (const some of chunks(numbers, requestsAtOnce))
    headers.push(...(await Promise.all(some.map((number) => readHeader(node, number)))));
  for (const [index, header] of headers.entries()) {
    const before = headers[index - 1];
    if (before && before.number + 1 === header.number && before.hash !== header.parentHash) {
      throw new NodeError('BROKEN_CHAIN', `Block ${header.number} does not follow from the block before it`);
    }
  }
  return headers;
}
