import type { PublicClient } from 'viem';
import { inOrder, type MinedLog, readLogs } from '../logs.ts';
import { type FollowedContract, followedToken } from './followed-contracts.ts';
import { announcedTokens, type NewLabToken } from './lab-tokens.ts';

/** What the node says, before anybody believes it. */
export interface FetchedLogs {
  /** In the order of the chain, each once. */
  logs: MinedLog[];
  /** Tokens announced in the range. */
  tokens: NewLabToken[];
  /** Whose logs these are, the new tokens' among them. */
  followed: FollowedContract[];
}

/**
 * The logs of the known contracts in a range, and of the tokens announced in it: before its announcement a token has none.
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
