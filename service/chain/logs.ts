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

/** A log that is in a block, not pending. */
export interface MinedLog {
  /** Lowercase. */
  address: Address;
  topics: readonly Hex[];
  data: Hex;
  blockNumber: number;
  blockHash: Hex;
  transactionHash: Hex;
  transactionIndex: number;
  /** Position in the block. */
  logIndex: number;
}

/** A contract to read logs of: its lowercase address, and the bloom bits of its events. */
export interface LogSource {
  address: Address;
  bloomBits: BloomBits;
}

/** Addresses that nodes accept in one request. */
export const addressesAtOnce = 500;

/** Messages of nodes for a request that is too large. They resemble those for too many requests, which are excluded. */
const tooMuch =
  /too (?:many|large|big|wide)|limit|exceed|more than|block range|response size|up to an? |timed? ?out/i;
const tooOften = /too many requests|\brate\b|per second|throttl|capacity/i;

/**
 * Reads the logs of these contracts in a range, as the node returns them: possibly unordered, possibly repeated.
 * @param topics of the events to read; absent: of all
 * @throws NodeError `LOG_NOT_FINAL`, `LOG_NOT_ASKED_FOR`; RangeTooLargeError; what the transport throws
 */
export async function readLogs(
  node: PublicClient,
  sources: readonly Pick<LogSource, 'address'>[],
  { from, to, topics }: { from: number; to: number; topics?: readonly Hex[] },
): Promise<MinedLog[]> {
  const logs: MinedLog[] = [];
  for (const some of chunks(sources, addressesAtOnce)) {
    const asked = new Set<string>(some.map(({ address }) => address));
    const filter = {
      address: [...asked],
      fromBlock: numberToHex(from),
      toBlock: numberToHex(to),
      ...(topics && { topics: [topics] }),
    };
    const answer = await requestLogs(node, filter).catch((error: unknown) => {
      throw from < to && isTooMuch(error) ? new RangeTooLargeError(error) : error;
    });
    for (const log of answer) {
      const { address, blockNumber } = log;
      const isOther = topics && !topics.includes(log.topics[0] ?? '0x');
      if (blockNumber < from || blockNumber > to || !asked.has(address) || isOther)
        throw new NodeError(
          'LOG_NOT_ASKED_FOR',
          `The node returned a log of ${address} that was not requested`,
        );
      logs.push(log);
    }
  }
  return logs;
}

/**
 * Sorts logs in the order of the chain and removes duplicates.
 * @throws NodeError `LOGS_CONTRADICT` when two different logs have the same position
 */
export function inOrder(logs: MinedLog[]): MinedLog[] {
  const sorted = logs.toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
  return sorted.filter((log, at) => {
    const before = sorted[at - 1];
    if (before?.blockNumber !== log.blockNumber || before.logIndex !== log.logIndex) return true;
    if (!isSame(before, log)) {
      const place = `${log.blockNumber}:${log.logIndex}`;
      throw new NodeError('LOGS_CONTRADICT', `The node returned two different logs at ${place}`);
    }
    return false;
  });
}

/**
 * Sends `eth_getLogs` with this filter. It skips viem's formatting, which costs as much as the rest of reading a log.
 * @throws NodeError `LOG_NOT_FINAL`; what the transport throws
 */
export async function requestLogs(node: PublicClient, filter: object): Promise<MinedLog[]> {
  const logs: RpcLog[] = await node.request({ method: 'eth_getLogs', params: [filter] });
  return logs.map((log) => {
    const { address, topics, data, blockNumber, blockHash, transactionHash, transactionIndex, logIndex } =
      log;
    if (log.removed || !blockNumber || !blockHash || !transactionHash || !transactionIndex || !logIndex)
      throw new NodeError('LOG_NOT_FINAL', 'The node returned a log without a block');
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
