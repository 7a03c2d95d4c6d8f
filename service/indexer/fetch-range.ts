import type { Hex, PublicClient } from 'viem';
import { type Header, readHeaders } from '../chain/headers.ts';
import { inOrder, type MinedLog, readLogs } from '../chain/logs.ts';
import { NodeError } from '../chain/node-error.ts';
import { readSenders } from '../chain/senders.ts';
import { verifyLogs, verifyWitness } from '../chain/verify-logs.ts';
import { type FollowedContract, followedToken } from '../onchain-events/followed-contracts.ts';
import { announcedTokens, type NewLabToken } from '../onchain-events/lab-tokens.ts';

/** Below the head, this many blocks are known one by one: as deep a reorganization is followed. */
export const REORG_WINDOW = 256;
/** Of the blocks below the window that are said to be silent, so many are looked at in a range. */
const sampleSize = 64;

export interface FetchedRange {
  /** Of the first and the last block, those with logs, and all within the window, at least; ascending. */
  headers: Header[];
  /** In the order of the chain, each once. */
  logs: MinedLog[];
  /** Who sent the transactions of the logs, by their hashes. */
  senders: ReadonlyMap<Hex, string>;
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

/**
 * The logs of the followed contracts in a range, those of tokens announced in it too, as far as they can be believed.
 *
 * [Note: believing silence] Every block within the window and every block with a log is checked against its header, whose
 * bloom shows what was left out. To do so for all the silent blocks of a long history would take days. Where a range has
 * many, the node is asked twice, some are checked all the same, and of the lowest of these in which anybody logged, the node
 * has to give all logs: one that pruned its old logs, or never had them, has nothing there either. Where in none of them
 * anybody logged, the chain is a quiet one, and all are checked. A node that hides single logs, always the same ones, deep in a
 * history that it has otherwise, is believed.
 * @throws NodeError, RangeTooLargeError, or what the transport throws
 */
export async function fetchRange(
  node: PublicClient,
  known: FollowedContract[],
  range: Range,
): Promise<FetchedRange> {
  const { logs, tokens, followed } = await fetchLogs(node, known, range);
  const logsOf = Map.groupBy(logs, ({ blockNumber }) => blockNumber);
  const isDeep = (number: number) => number <= range.head - REORG_WINDOW;
  const inRange = Array.from({ length: range.to - range.from + 1 }, (_, at) => range.from + at);
  const silent = inRange.filter((number) => isDeep(number) && !logsOf.has(number));
  const sample = new Set(sampleOf(silent));
  const isRead = (number: number) =>
    number === range.from ||
    number === range.to ||
    !isDeep(number) ||
    logsOf.has(number) ||
    sample.has(number);
  const [headers, senders] = await Promise.all([
    readHeaders(node, inRange.filter(isRead)),
    readSenders(node, logs),
  ]);
  await verifyLogs(node, headers, logsOf, followed);
  if (logs.some(({ transactionHash }) => !senders.has(transactionHash)))
    throw new NodeError('SENDER_MISSING', 'The node does not have a transaction of its own logs');
  const unread = silent.filter((number) => !isRead(number));
  if (unread.length > 0) {
    const again = await fetchLogs(node, known, range);
    if (inOrder([...logs, ...again.logs]).length > logs.length)
      throw new NodeError('LOGS_MISSING', 'Asked again, the node gave more logs');
    const witness = headers.find(
      ({ number, logsBloom }) => sample.has(number) && /[1-9a-f]/i.test(logsBloom.slice(2)),
    );
    if (witness) await verifyWitness(node, witness);
    else await verifyLogs(node, await readHeaders(node, unread), logsOf, followed);
  }
  return { headers, logs, senders, tokens, followed };
}

/** A token has no history before the block that announces it, so all of it is read here. */
async function fetchLogs(node: PublicClient, known: FollowedContract[], { from, to }: Range) {
  const logs = inOrder(await readLogs(node, known, { from, to }));
  const knownAddresses = new Set<string>(known.map(({ address }) => address));
  const tokens = announcedTokens(known, logs).filter(({ address }) => !knownAddresses.has(address));
  const [first] = tokens;
  if (!first) return { logs, tokens, followed: known };
  const added = tokens.map(({ address }) => followedToken(address));
  const theirs = await readLogs(node, added, { from: first.blockNumber, to });
  return { logs: inOrder([...logs, ...theirs]), tokens, followed: [...known, ...added] };
}

/** All when they are few; otherwise one by chance from each of as many parts of equal size. */
function sampleOf(blocks: number[]): number[] {
  if (blocks.length <= sampleSize) return blocks;
  const part = blocks.length / sampleSize;
  return Array.from({ length: sampleSize }, (_, at) => blocks[Math.floor((at + Math.random()) * part)] ?? 0);
}
