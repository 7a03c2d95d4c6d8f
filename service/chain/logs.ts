import {
  type Address,
  BaseError,
  type Hex,
  numberToHex,
  type PublicClient,
  ResponseBodyTooLargeError,
  type RpcLog,
} from 'viem';
import { chunks } from '../platform/db/chunks.ts';
import type { BloomBits } from './bloom.ts';
import { NodeError, RangeTooLargeError } from './node-error.ts';

/** A log of a block, as opposed to one that waits for its block. */
export interface MinedLog {
  /** Lowercase. */
  address: Address;
  topics: readonly Hex[];
  data: Hex;
  blockNumber: number;
  blockHash: Hex;
  transactionHash: Hex;
  transactionIndex: number;
  /** Place in the block. */
  logIndex: number;
}

/** A contract that logs: its address in lower case, and where a bloom would show its events. */
export interface LogSource {
  address: Address;
  bloomBits: BloomBits;
}

/** Addresses that nodes take in one question. */
export const addressesAtOnce = 500;

/** How nodes say, with many codes, that they were asked for too much at once, and (not to be confused) too often. */
const tooMuch =
  /too (?:many|large|big|wide)|limit|exceed|more than|block range|response size|up to an? |timed? ?out/i;
const tooOften = /too many requests|\brate\b|per second|throttl|capacity/i;

/**
 * The logs of these contracts in a range, as the node gives them: perhaps in disorder, perhaps twice.
 * @throws NodeError `LOG_NOT_FINAL`, `LOG_NOT_ASKED_FOR`; RangeTooLargeError; what the transport throws
 */
export async function readLogs(
  node: PublicClient,
  sources: LogSource[],
  { from, to }: { from: number; to: number },
): Promise<MinedLog[]> {
  const logs: MinedLog[] = [];
  for (const some of chunks(sources, addressesAtOnce)) {
    const asked = new Set<string>(some.map(({ address }) => address));
    const question = { address: [...asked], fromBlock: numberToHex(from), toBlock: numberToHex(to) };
    const answer = await askForLogs(node, question).catch((error: unknown) => {
      throw from < to && isTooMuch(error) ? new RangeTooLargeError(error) : error;
    });
    for (const log of answer) {
      const { address, blockNumber } = log;
      if (blockNumber < from || blockNumber > to || !asked.has(address))
        throw new NodeError('LOG_NOT_ASKED_FOR', `The node gave a log of ${address} that nobody asked for`);
      logs.push(log);
    }
  }
  return logs;
}

/**
 * Logs in the order of the chain, each once.
 * @throws NodeError `LOGS_CONTRADICT` when two different ones claim one place
 */
export function inOrder(logs: MinedLog[]): MinedLog[] {
  const sorted = logs.toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
  return sorted.filter((log, at) => {
    const before = sorted[at - 1];
    if (before?.blockNumber !== log.blockNumber || before.logIndex !== log.logIndex) return true;
    if (!isSame(before, log)) {
      const place = `${log.blockNumber}:${log.logIndex}`;
      throw new NodeError('LOGS_CONTRADICT', `The node gave two different logs at ${place}`);
    }
    return false;
  });
}

/**
 * What the node answers to this filter of `eth_getLogs`. viem's own formatting is left out, which costs as much as all the rest
 * of reading a log.
 * @throws NodeError `LOG_NOT_FINAL`; what the transport throws
 */
export async function askForLogs(node: PublicClient, question: object): Promise<MinedLog[]> {
  const logs: RpcLog[] = await node.request({ method: 'eth_getLogs', params: [question] });
  return logs.map((log) => {
    const { address, topics, data, blockNumber, blockHash, transactionHash, transactionIndex, logIndex } =
      log;
    if (log.removed || !blockNumber || !blockHash || !transactionHash || !transactionIndex || !logIndex)
      throw new NodeError('LOG_NOT_FINAL', 'The node gave a log of no block');
    return {
      address: address.toLowerCase() as Address,
      topics,
      data,
      blockNumber: Number(blockNumber),
      blockHash,
      transactionHash,
      transactionIndex: Number(transactionIndex),
      logIndex: Number(logIndex),
    };
  });
}

function isTooMuch(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  if (error.walk((cause) => cause instanceof ResponseBodyTooLargeError)) return true;
  return tooMuch.test(error.details) && !tooOften.test(error.details);
}

function isSame(one: MinedLog, other: MinedLog): boolean {
  return (
    one.blockHash === other.blockHash && one.data === other.data && one.topics.join() === other.topics.join()
  );
}
