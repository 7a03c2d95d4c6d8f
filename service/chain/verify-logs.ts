import type { PublicClient } from 'viem';
import { chunks } from '../platform/db/chunks.ts';
import { bloomOf, isCrowded, suspectsOf } from './bloom.ts';
import { type Header, requestsAtOnce } from './headers.ts';
import { addressesAtOnce, askForLogs, type LogSource, type MinedLog } from './logs.ts';
import { NodeError } from './node-error.ts';

/**
 * Makes sure that these are all logs that the contracts have in these blocks. Nodes answer with silence for blocks that they
 * do not have yet, and with logs of a block that is gone.
 * @throws NodeError `LOG_OF_OTHER_BLOCK`, `LOGS_MISSING`
 */
export async function verifyLogs(
  node: PublicClient,
  headers: Header[],
  logsOf: ReadonlyMap<number, MinedLog[]>,
  sources: LogSource[],
): Promise<void> {
  for (const some of chunks(headers, requestsAtOnce))
    await Promise.all(
      some.map((header) => verifyBlock(node, header, logsOf.get(header.number) ?? [], sources)),
    );
}

/**
 * Makes sure that the node has logs of a block of which they are known to exist, asked for like any others.
 * @throws NodeError `LOGS_MISSING`
 */
export async function verifyWitness(node: PublicClient, { number, logsBloom }: Header): Promise<void> {
  const at = `0x${number.toString(16)}`;
  const logs = await askForLogs(node, { fromBlock: at, toBlock: at });
  if (bloomOf(logs) !== logsBloom.toLowerCase()) throw missing(number);
}

async function verifyBlock(node: PublicClient, header: Header, logs: MinedLog[], sources: LogSource[]) {
  const { number, hash } = header;
  if (logs.some(({ blockHash }) => blockHash !== hash))
    throw new NodeError('LOG_OF_OTHER_BLOCK', `Block ${number} was replaced while its logs were read`);
  const heard = new Set(logs.map(({ address }) => address));
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
  const suspected = new Set(suspects);
  for (const question of questions) {
    const logs = await askForLogs(node, { blockHash: hash, ...question });
    const complete = crowded || bloomOf(logs) === logsBloom.toLowerCase();
    if (!complete || logs.some(({ address }) => suspected.has(address))) throw missing(number);
  }
}

function missing(number: number): NodeError {
  return new NodeError('LOGS_MISSING', `The node did not give all logs of block ${number}`);
}
