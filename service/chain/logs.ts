import { type Address, BaseError, type Log, type PublicClient, ResponseBodyTooLargeError } from 'viem';
import { chunks } from '../db/chunks.ts';
import { type BloomBits, bloomOf, isCrowded, suspectsOf } from './bloom.ts';
import type { Header } from './headers.ts';
import { NodeError, RangeTooLargeError } from './node-error.ts';

/** A log of a block, as opposed to one that waits for its block. */
export type MinedLog = Log<bigint, number, false>;

/** A contract that logs: its address in lower case, and where a bloom would show its events. */
export interface LogSource {
  address: Address;
  bloomBits: BloomBits;
}

/** Addresses that nodes take in one question. */
const addressesAtOnce = 500;

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
    const question = { address: [...asked] as Address[], fromBlock: BigInt(from), toBlock: BigInt(to) };
    const answer = await node.getLogs(question).catch((error: unknown) => {
      throw from < to && isTooMuch(error) ? new RangeTooLargeError(error) : error;
    });
    for (const log of answer) {
      if (log.removed || !isMined(log))
        throw new NodeError('LOG_NOT_FINAL', 'The node gave a log of no block');
      if (log.blockNumber < from || log.blockNumber > to || !asked.has(addressOf(log)))
        throw new NodeError(
          'LOG_NOT_ASKED_FOR',
          `The node gave a log of ${log.address} that nobody asked for`,
        );
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
  const sorted = logs.toSorted(
    (a, b) => Number(a.blockNumber) - Number(b.blockNumber) || a.logIndex - b.logIndex,
  );
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
 * Makes sure that these are all logs that the contracts have in this block. Nodes answer with silence for blocks that they
 * do not have yet, and with logs of a block that is gone.
 * @throws NodeError `LOG_OF_OTHER_BLOCK`, `SENDER_MISSING`, `LOGS_MISSING`
 */
export async function verifyLogs(
  node: PublicClient,
  header: Header,
  logs: MinedLog[],
  sources: LogSource[],
): Promise<void> {
  const { number, hash, senders } = header;
  if (logs.some(({ blockHash }) => blockHash !== hash))
    throw new NodeError('LOG_OF_OTHER_BLOCK', `Block ${number} was replaced while its logs were read`);
  if (logs.some(({ transactionHash }) => !senders.has(transactionHash)))
    throw new NodeError('SENDER_MISSING', `Block ${number} came without a transaction of its logs`);
  const heard = new Set(logs.map(addressOf));
  const silent = sources.filter(({ address }) => !heard.has(address));
  await mustBeSilent(node, header, silent);
}

/**
 * Makes sure that contracts without logs in a block have none there, where the header's bloom says that they may. A sparse
 * bloom belongs to few logs: all of them are read and must give that very bloom. A crowded one proves nothing, so the block
 * is asked for by its hash: a node that does not have it fails then, instead of answering that there is nothing.
 */
async function mustBeSilent(node: PublicClient, { number, hash, logsBloom }: Header, silent: LogSource[]) {
  const suspects = suspectsOf(logsBloom, silent).map(({ address }) => address);
  if (suspects.length === 0) return;
  const crowded = isCrowded(logsBloom);
  const questions = crowded ? chunks(suspects, addressesAtOnce).map((address) => ({ address })) : [{}];
  const suspected = new Set<string>(suspects);
  for (const question of questions) {
    const logs = await node.getLogs({ blockHash: hash, ...question });
    const complete = crowded || bloomOf(logs) === logsBloom.toLowerCase();
    if (!complete || logs.some((log) => suspected.has(addressOf(log))))
      throw new NodeError('LOGS_MISSING', `The node did not give all logs of block ${number}`);
  }
}

function isTooMuch(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  if (error.walk((cause) => cause instanceof ResponseBodyTooLargeError)) return true;
  return tooMuch.test(error.details) && !tooOften.test(error.details);
}

function isMined(log: Log): log is MinedLog {
  return (
    log.blockNumber !== null &&
    log.logIndex !== null &&
    log.blockHash !== null &&
    log.transactionHash !== null
  );
}

function isSame(one: MinedLog, other: MinedLog): boolean {
  return (
    one.blockHash === other.blockHash && one.data === other.data && one.topics.join() === other.topics.join()
  );
}

function addressOf(log: { address: string }): string {
  return log.address.toLowerCase();
}
