import type { PublicClient } from 'viem';
import { inOrder, type MinedLog, readLogs } from '../logs.ts';
import { type FollowedContract, followedToken } from './followed-contracts.ts';
import { announcedTokens, type NewLabToken } from './lab-tokens.ts';

/** Logs as the node gave them, not yet verified. */
export interface FetchedLogs {
  /** In the order of the chain, without duplicates. */
  logs: MinedLog[];
  tokens: NewLabToken[];
  /** The contracts and tokens that were read, including the new tokens. */
  followed: FollowedContract[];
}

/**
 * Reads the logs of the known contracts in a range, and those of the tokens announced in it. A token has no logs before
 * its announcement.
 * @throws NodeError, RangeTooLargeError, or what the transport throws
 */
export async function fetchLogs(
  node: PublicClient,
  known: FollowedContract[],
  { from, to }: { from: number; to: number },
): Promise<FetchedLogs> {
  const logs = inOrder(await readLogs(node, known, { from, to }));
  const knownAddresses = new Set<string>(known.map(({ address }) => address));
  const tokens = announcedTokens(known, logs).filter(({ address }) => !knownAddresses.has(address));
  const [first] = tokens;
  if (!first) return { logs, tokens, followed: known };
  const added = tokens.map(({ address }) => followedToken(address));
  const theirs = await readLogs(node, added, { from: first.blockNumber, to });
  return { logs: inOrder([...logs, ...theirs]), tokens, followed: [...known, ...added] };
}
