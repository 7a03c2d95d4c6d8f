import type { Hex, PublicClient } from 'viem';
import { type Header, readHeaders } from './headers.ts';
import { inOrder, type LogSource, type MinedLog } from './logs.ts';
import { NodeError } from './node-error.ts';
import { isSmallBlock, readSenders } from './senders.ts';
import { verifyLogs, verifyWitness } from './verify-logs.ts';

/** Of the old blocks that are said to be silent, so many are looked at in a range. */
const sampleSize = 64;

/** What a node says that some contracts logged in a range of blocks. */
export interface ClaimedRange {
  from: number;
  to: number;
  /** From here on every block is looked at. */
  windowFrom: number;
  /** In the order of the chain, each once. */
  logs: MinedLog[];
  sources: LogSource[];
  /** What another node says, or the same one once more. */
  askAgain(): Promise<MinedLog[]>;
}

/**
 * Checks the logs of a range as far as they can be checked. Gives the headers of the first and the last block, of those with
 * logs, and of all within the window, at least, ascending; and the senders of the logs' transactions by their hashes.
 *
 * [Note: believing silence] Every block within the window and every block with a log is checked against its header, whose
 * bloom shows what was left out. To do so for all the silent blocks of a long history would take days. Where a range has
 * many, another node is asked too, where one is configured, or the same one again; some are checked all the same, and of the
 * lowest of these in which anybody logged, the node has to give all logs: one that pruned its old logs, or never had them, has
 * nothing there either. Where in none of them anybody logged, the chain is a quiet one, and all are checked. A node that hides
 * single logs, always the same ones, deep in a busy history that it has otherwise, is believed where nobody contradicts it:
 * its headers would give it away, but there is no asking for all of them, and the blooms of busy chains are too full to tell.
 * @throws NodeError, or what the transport throws
 */
export async function verifyRange(
  node: PublicClient,
  { from, to, windowFrom, logs, sources, askAgain }: ClaimedRange,
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
    const again = await askAgain();
    if (inOrder([...logs, ...again]).length > logs.length)
      throw new NodeError('LOGS_MISSING', 'Asked again, there were more logs');
    const witness = headers.find(
      ({ number, logsBloom }) => sample.has(number) && /[1-9a-f]/i.test(logsBloom.slice(2)),
    );
    if (witness) await verifyWitness(node, witness);
    else await verifyLogs(node, await readHeaders(node, unread), logsOf, sources);
  }
  return { headers, senders: await readSenders(node, logs, headers) };
}

/** All when they are few; otherwise one by chance from each of as many parts of equal size. */
function sampleOf(blocks: number[]): number[] {
  if (blocks.length <= sampleSize) return blocks;
  const part = blocks.length / sampleSize;
  return Array.from({ length: sampleSize }, (_, at) => blocks[Math.floor((at + Math.random()) * part)] ?? 0);
}
