import type { Hex, PublicClient } from 'viem';
import { type Header, readHeaders } from './headers.ts';
import { inOrder, type LogSource, type MinedLog } from './logs.ts';
import { NodeError } from './node-error.ts';
import { isSmallBlock, readSenders } from './senders.ts';
import { verifyLogs, verifyWitness } from './verify-logs.ts';

/** Number of old blocks without logs that are verified per range. */
const sampleSize = 64;

/** Logs of some contracts in a range of blocks, as a node reported them. */
export interface ClaimedRange {
  from: number;
  to: number;
  /** Every block from here on is verified. */
  windowFrom: number;
  /** In the order of the chain, without duplicates. */
  logs: MinedLog[];
  sources: LogSource[];
  /** Reads the logs again, from a second node if there is one. */
  readAgain(): Promise<MinedLog[]>;
}

/**
 * Verifies the logs of a range as far as possible. Returns, ascending, the headers of at least the first and the last
 * block, those with logs, and all within the window; and the senders of the logs' transactions by hash.
 *
 * [Note: blocks without logs] Every block within the window and every block with a log is verified against its header,
 * whose bloom reveals omitted logs. Doing so for all blocks without logs of a long history would take days. For a range
 * with many of them, the logs are read again, from a second node if one is configured, and a sample is verified. Of the
 * lowest sampled block in which any contract logged, the node must return all logs: a node without old logs fails here.
 * If no sampled block has logs, the chain has little activity, and all blocks are verified. One case stays undetected
 * without a second node: a node that always omits the same few logs, deep in the history of a busy chain. Reading all
 * headers would take too long, and the blooms of busy chains are too full.
 * @throws NodeError, or what the transport throws
 */
export async function verifyRange(
  node: PublicClient,
  { from, to, windowFrom, logs, sources, readAgain }: ClaimedRange,
): Promise<{ headers: Header[]; senders: ReadonlyMap<Hex, string> }> {
  const logsOf = Map.groupBy(logs, ({ blockNumber }) => blockNumber);
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const oldAndSilent = numbers.filter((number) => number < windowFrom && !logsOf.has(number));
  const sample = new Set(sampleOf(oldAndSilent));
  const isRead = (number: number) =>
    number === from || number === to || number >= windowFrom || logsOf.has(number) || sample.has(number);
  const headers = await readHeaders(node, numbers.filter(isRead), (number) =>
    isSmallBlock(logsOf.get(number) ?? []),
  );
  await verifyLogs(node, headers, logsOf, sources);
  const unread = oldAndSilent.filter((number) => !isRead(number));
  if (unread.length > 0) {
    const again = await readAgain();
    if (inOrder([...logs, ...again]).length > logs.length)
      throw new NodeError('LOGS_MISSING', 'A second request returned more logs');
    const witness = headers.find(
      ({ number, logsBloom }) => sample.has(number) && /[1-9a-f]/i.test(logsBloom.slice(2)),
    );
    if (witness) await verifyWitness(node, witness);
    else await verifyLogs(node, await readHeaders(node, unread), logsOf, sources);
  }
  return { headers, senders: await readSenders(node, logs, headers) };
}

/** Returns all blocks if they are few, otherwise a random one from each of `sampleSize` equal parts. */
function sampleOf(blocks: number[]): number[] {
  if (blocks.length <= sampleSize) return blocks;
  const part = blocks.length / sampleSize;
  return Array.from({ length: sampleSize }, (_, at) => blocks[Math.floor((at + Math.random()) * part)] ?? 0);
}
