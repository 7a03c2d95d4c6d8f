import type { FastifyBaseLogger } from 'fastify';
import type { PublicClient } from 'viem';
import type { Database } from '#platform/db/database.ts';
import { type FollowedContract, fingerprintOf } from '../events/followed-contracts.ts';
import { knownTokens } from '../events/lab-tokens.ts';
import { changedOwners } from '../events/owner-changes.ts';
import { type Header, readHead, readHeader } from '../headers.ts';
import { NodeError } from '../node-error.ts';
import { type Cursor, openCursor, rollBack, saveRange } from './cursor-store.ts';
import { RangeReader } from './read-ahead.ts';
import { findCommonBlock } from './reorg.ts';

export interface IndexedChain {
  chainId: number;
  node: PublicClient;
  /** A second node, which is asked for logs that the first one may omit. */
  witness?: PublicClient | undefined;
  /** Without the tokens, which are found while reading. */
  followed: FollowedContract[];
  firstBlock: number;
  /**
   * Whether the chain may be replaced by another one, as on a developer's machine. Otherwise a node that shares no
   * block with the index is rejected.
   */
  replaceable: boolean;
  /** Created by the first step. */
  reader?: RangeReader;
}

/** `behind`: the node's newest block is lower than the index. */
export type Progress = 'caught-up' | 'advanced' | 'rolled-back' | 'behind';

/**
 * Takes one step towards the head of the chain: indexes the next range of at most `size` blocks, or removes what a
 * reorganization removed. A step is one transaction, so an interruption leaves all of it or nothing.
 * @throws NodeError, RangeTooLargeError, CursorMovedError, and what transport and database throw
 */
export async function advance(
  db: Database,
  chain: IndexedChain,
  size: number,
  log: FastifyBaseLogger,
): Promise<Progress> {
  const { chainId, node, followed, firstBlock } = chain;
  const cursor = await openCursor(db, chainId, fingerprintOf(followed, firstBlock), firstBlock);
  chain.reader ??= new RangeReader(chainId, node, chain.witness ?? node);
  const from = cursor.number + 1;
  const isFirst = cursor.hash === '0x';
  // A prefetched range needs no new look at the head, which would wait behind the requests for the next ranges. If the
  // range is of another branch, it does not follow from the cursor. If the cursor is of another branch, this is
  // detected once the prefetched ranges are written.
  let range = await chain.reader.readAhead(from, size);
  if (range?.headers[0]?.parentHash !== cursor.hash) {
    const head = await readHead(node);
    if (head.hash === cursor.hash) return 'caught-up';
    if (!isFirst && !(await continues(node, cursor, head))) return takeBack(db, chain, cursor, head, log);
    if (head.number < from) return 'caught-up';
    const contracts = knownTokens(db, chainId).then((tokens) => [...followed, ...tokens]);
    range = await chain.reader.read(from, size, head.number, contracts);
    if (!isFirst && range.headers[0]?.parentHash !== cursor.hash)
      throw new NodeError('BROKEN_CHAIN', `Block ${from} was replaced while it was read`);
  }
  const owners = await changedOwners(db, node, range.headers).catch(() => {
    log.warn('changes of owners could not be read, holders are read again within a minute');
    return [];
  });
  await saveRange(db, chainId, cursor, range, owners);
  for (const { blockNumber, logIndex, reason } of range.quarantined) {
    log.error({ blockNumber, logIndex, reason }, 'log quarantined, cannot be decoded');
  }
  log.debug({ from, to: range.to, events: range.events.length }, 'blocks indexed');
  return range.to < range.head ? 'advanced' : 'caught-up';
}

/** Whether the node's chain extends the cursor's block. */
async function continues(node: PublicClient, cursor: Cursor, head: Header): Promise<boolean> {
  if (head.number <= cursor.number) return false;
  const next = head.number === cursor.number + 1 ? head : await readHeader(node, cursor.number + 1);
  return next.parentHash === cursor.hash;
}

async function takeBack(
  db: Database,
  chain: IndexedChain,
  cursor: Cursor,
  head: Header,
  log: FastifyBaseLogger,
): Promise<Progress> {
  const { chainId, node, firstBlock, replaceable } = chain;
  const { common, isNewest } = await findCommonBlock(node, db, { chainId, head });
  if (isNewest) return 'behind';
  if (!common && !replaceable) {
    throw new NodeError(
      'OTHER_HISTORY',
      `The node's history differs from the index up to block ${cursor.number}`,
    );
  }
  const ancestor = common ?? { number: firstBlock - 1, hash: '0x' };
  await rollBack(db, chainId, cursor, ancestor);
  log.warn({ from: cursor.number, to: ancestor.number }, 'chain reorganized, rolled back');
  return 'rolled-back';
}
