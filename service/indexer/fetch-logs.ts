import { BaseError, type Log, type PublicClient, ResponseBodyTooLargeError } from 'viem';
import { chunks } from '../db/chunks.ts';
import { bloomOf, isCrowded, suspectsOf } from './bloom.ts';
import { type FollowedContract, followedToken } from './followed-contracts.ts';
import { type Header, readHeaders } from './headers.ts';
import { announcedTokens, type NewLabToken } from './lab-tokens.ts';
import { NodeError, RangeTooLargeError } from './node-error.ts';

/** Below the head, this many blocks are known one by one: as deep a reorganization is followed. */
export const REORG_WINDOW = 256;

/** Addresses that nodes take in one question. */
const addressesAtOnce = 500;

export interface FetchedRange {
  /** Of the first and the last block, those with logs, and all within the window; ascending. */
  headers: Header[];
  /** In the order of the chain, each once. */
  logs: Log<bigint, number, false>[];
  /** Tokens announced in the range. */
  tokens: NewLabToken[];
  /** Whose logs these are, the new tokens' among them. */
  followed: FollowedContract[];
}

interface Range {
  from: number;
  to: number;
  /** Number of the newest block. */
  head: number;
}

/** How nodes say, with many codes, that they were asked for too much at once, and (not to be confused) too often. */
const tooMuch =
  /too (?:many|large|big|wide)|limit|exceed|more than|block range|response size|up to an? |timed? ?out/i;
const tooOften = /too many requests|\brate\b|per second|throttl|capacity/i;

/**
 * The logs of the followed contracts in a range, those of tokens announced in it too, as far as they can be believed: nodes
 * answer with silence for blocks they do not have yet, with logs of a block that is gone, twice, in disorder. Blocks deeper
 * than the window are checked where they have logs and at the ends of the range only, as their headers are not read
 * otherwise.
 * @throws NodeError, RangeTooLargeError, or what the transport throws
 */
export async function fetchRange(
  node: PublicClient,
  known: FollowedContract[],
  range: Range,
): Promise<FetchedRange> {
  const { from, to, head } = range;
  const { logs, tokens, followed } = await fetchLogs(node, known, range);
  const withLogs = new Set(logs.map((log) => Number(log.blockNumber)));
  const numbers = new Set([from, to, ...withLogs]);
  for (let number = Math.max(from, head - REORG_WINDOW + 1); number <= to; number += 1) numbers.add(number);
  const headers = await readHeaders(
    node,
    [...numbers].sort((a, b) => a - b),
    withLogs,
  );
  const logsOf = Map.groupBy(logs, (log) => Number(log.blockNumber));
  for (const header of headers) {
    const own = logsOf.get(header.number) ?? [];
    if (own.some((log) => log.blockHash !== header.hash)) {
      throw new NodeError(
        'LOG_OF_OTHER_BLOCK',
        `Block ${header.number} was replaced while its logs were read`,
      );
    }
    if (own.some((log) => !header.senders.has(log.transactionHash))) {
      throw new NodeError('SENDER_MISSING', `Block ${header.number} came without a transaction of its logs`);
    }
    const heard = new Set(own.map(addressOf));
    await mustBeSilent(
      node,
      header,
      followed.filter(({ address }) => !heard.has(address)),
    );
  }
  return { headers, logs, tokens, followed };
}

/** A token has no history before the block that announces it, so all of it is read here. */
async function fetchLogs(node: PublicClient, known: FollowedContract[], range: Range) {
  const logs = inOrder(await askForLogs(node, known, range), known, range);
  const knownAddresses = new Set<string>(known.map(({ address }) => address));
  const tokens = announcedTokens(known, logs).filter(({ address }) => !knownAddresses.has(address));
  const [first] = tokens;
  if (!first) return { logs, tokens, followed: known };
  const added = tokens.map(({ address }) => followedToken(address));
  const theirs = await askForLogs(node, added, { ...range, from: first.blockNumber });
  const followed = [...known, ...added];
  return { logs: inOrder([...logs, ...theirs], followed, range), tokens, followed };
}

async function askForLogs(node: PublicClient, contracts: FollowedContract[], { from, to }: Range) {
  const logs: Log[] = [];
  try {
    for (const some of chunks(contracts, addressesAtOnce)) {
      const address = some.map((contract) => contract.address);
      logs.push(...(await node.getLogs({ address, fromBlock: BigInt(from), toBlock: BigInt(to) })));
    }
    return logs;
  } catch (error) {
    if (from < to && isTooMuch(error)) throw new RangeTooLargeError(error);
    throw error;
  }
}

function isTooMuch(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  if (error.walk((cause) => cause instanceof ResponseBodyTooLargeError)) return true;
  return tooMuch.test(error.details) && !tooOften.test(error.details);
}

function inOrder(logs: Log[], contracts: FollowedContract[], { from, to }: Range) {
  const addresses = new Set<string>(contracts.map(({ address }) => address));
  const distinct = new Map<string, Log<bigint, number, false>>();
  for (const log of logs) {
    if (log.removed || !isMined(log)) throw new NodeError('LOG_NOT_FINAL', 'The node gave a log of no block');
    const position = `${log.blockNumber}:${log.logIndex}`;
    if (log.blockNumber < from || log.blockNumber > to || !addresses.has(addressOf(log))) {
      throw new NodeError('LOG_NOT_ASKED_FOR', `The node gave a log that nobody asked for, at ${position}`);
    }
    const twin = distinct.get(position);
    if (
      twin &&
      (twin.blockHash !== log.blockHash || twin.data !== log.data || twin.topics.join() !== log.topics.join())
    ) {
      throw new NodeError('LOGS_CONTRADICT', `The node gave two different logs at ${position}`);
    }
    distinct.set(position, log);
  }
  return [...distinct.values()].sort(
    (a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex,
  );
}

/**
 * Makes sure that contracts without logs in a block have none there, where the header's bloom says that they may. A sparse
 * bloom belongs to few logs: all of them are read and must give that very bloom. A crowded one proves nothing, so the block
 * is asked for by its hash: a node that does not have it fails then, instead of answering that there is nothing.
 */
async function mustBeSilent(
  node: PublicClient,
  { number, hash, logsBloom }: Header,
  contracts: FollowedContract[],
) {
  const suspects = suspectsOf(logsBloom, contracts);
  if (suspects.length === 0) return;
  const crowded = isCrowded(logsBloom);
  const questions = crowded
    ? chunks(suspects, addressesAtOnce).map((some) => ({ address: some.map(({ address }) => address) }))
    : [{}];
  const suspected = new Set<string>(suspects.map(({ address }) => address));
  for (const question of questions) {
    const logs = await node.getLogs({ blockHash: hash, ...question });
    const complete = crowded || bloomOf(logs) === logsBloom.toLowerCase();
    if (!complete || logs.some((log) => suspected.has(addressOf(log)))) {
      throw new NodeError('LOGS_MISSING', `The node did not give all logs of block ${number}`);
    }
  }
}

function addressOf(log: { address: string }): string {
  return log.address.toLowerCase();
}

function isMined(log: Log): log is Log<bigint, number, false> {
  return (
    log.blockNumber !== null &&
    log.logIndex !== null &&
    log.blockHash !== null &&
    log.transactionHash !== null
  );
}
