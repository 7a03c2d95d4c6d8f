import type { PublicClient } from 'viem';
import { chunks } from '../platform/db/chunks.ts';
import { bloomOf, contractsMatching, isHalfFull } from './bloom.ts';
import { type Header, requestsAtOnce } from './headers.ts';
import { addressesAtOnce, type LogSource, type MinedLog, requestLogs } from './logs.ts';
import { NodeError } from './node-error.ts';

/**
 * Verifies that these are all logs of the contracts in these blocks. Nodes return no logs for blocks that they do not
 * have yet, and may return logs of a block that was replaced.
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
 * Verifies that the node returns all logs of a block that has logs.
 * @throws NodeError `LOGS_MISSING`
 */
export async function verifyWitness(node: PublicClient, { number, logsBloom }: Header): Promise<void> {
  const at = `0x${number.toString(16)}`;
  const logs = await requestLogs(node, { fromBlock: at, toBlock: at });
  if (bloomOf(logs) !== logsBloom.toLowerCase()) throw missing(number);
}

async function verifyBlock(node: PublicClient, header: Header, logs: MinedLog[], sources: LogSource[]) {
  const { number, hash } = header;
  if (logs.some(({ blockHash }) => blockHash !== hash))
    throw new NodeError('LOG_OF_OTHER_BLOCK', `Block ${number} was replaced while its logs were read`);
  const withLogs = new Set(logs.map(({ address }) => address));
  const withoutLogs = sources.filter(({ address }) => !withLogs.has(address));
  await requireNoLogs(node, header, withoutLogs);
}

/**
 * Verifies that contracts without logs in a block have none there, if the bloom of its header leaves it open. A bloom
 * with few bits belongs to few logs: all of them are read and must produce exactly this bloom. A full bloom proves
 * nothing, so the logs are requested by block hash: a node that lacks the block then fails instead of returning none.
 */
async function requireNoLogs(
  node: PublicClient,
  { number, hash, logsBloom }: Header,
  withoutLogs: LogSource[],
) {
  const possible = contractsMatching(logsBloom, withoutLogs).map(({ address }) => address);
  if (possible.length === 0) return;
  const isFull = isHalfFull(logsBloom);
  const filters = isFull ? chunks(possible, addressesAtOnce).map((address) => ({ address })) : [{}];
  const suspected = new Set(possible);
  for (const filter of filters) {
    const logs = await requestLogs(node, { blockHash: hash, ...filter });
    const complete = isFull || bloomOf(logs) === logsBloom.toLowerCase();
    if (!complete || logs.some(({ address }) => suspected.has(address))) throw missing(number);
  }
}

function missing(number: number): NodeError {
  return new NodeError('LOGS_MISSING', `The node did not return all logs of block ${number}`);
}
