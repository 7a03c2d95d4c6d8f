import type { PublicClient } from 'viem';
import { type Header, readHeaders } from '../chain/headers.ts';
import { inOrder, type MinedLog, readLogs, verifyLogs } from '../chain/logs.ts';
import { type FollowedContract, followedToken } from '../onchain-events/followed-contracts.ts';
import { announcedTokens, type NewLabToken } from '../onchain-events/lab-tokens.ts';

/** Below the head, this many blocks are known one by one: as deep a reorganization is followed. */
export const REORG_WINDOW = 256;

export interface FetchedRange {
  /** Of the first and the last block, those with logs, and all within the window; ascending. */
  headers: Header[];
  /** In the order of the chain, each once. */
  logs: MinedLog[];
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
 * The logs of the followed contracts in a range, those of tokens announced in it too, as far as they can be believed. Every
 * block of the window is checked against its header. Reading all the headers below it would take days on a long chain, so
 * that deep blocks are checked where they have logs and at the ends of the range, and for the others the node is asked twice.
 * @throws NodeError, RangeTooLargeError, or what the transport throws
 */
export async function fetchRange(
  node: PublicClient,
  known: FollowedContract[],
  range: Range,
): Promise<FetchedRange> {
  const { logs, tokens, followed } = await fetchLogs(node, known, range);
  const logsOf = Map.groupBy(logs, (log) => Number(log.blockNumber));
  const numbers = new Set([range.from, range.to, ...logsOf.keys()]);
  for (let number = Math.max(range.from, range.head - REORG_WINDOW + 1); number <= range.to; number += 1)
    numbers.add(number);
  const ascending = [...numbers].sort((a, b) => a - b);
  const headers = await readHeaders(node, ascending, logsOf);
  for (const header of headers) await verifyLogs(node, header, logsOf.get(header.number) ?? [], followed);
  return { headers, logs, tokens, followed };
}

/** A token has no history before the block that announces it, so all of it is read here. */
async function fetchLogs(node: PublicClient, known: FollowedContract[], range: Range) {
  const isDeep = range.from <= range.head - REORG_WINDOW;
  const ask = async (contracts: FollowedContract[], from: number) => {
    const question = [node, contracts, { from, to: range.to }] as const;
    return [...(await readLogs(...question)), ...(isDeep ? await readLogs(...question) : [])];
  };
  const logs = inOrder(await ask(known, range.from));
  const knownAddresses = new Set<string>(known.map(({ address }) => address));
  const tokens = announcedTokens(known, logs).filter(({ address }) => !knownAddresses.has(address));
  const [first] = tokens;
  if (!first) return { logs, tokens, followed: known };
  const added = tokens.map(({ address }) => followedToken(address));
  const theirs = await ask(added, first.blockNumber);
  return { logs: inOrder([...logs, ...theirs]), tokens, followed: [...known, ...added] };
}
