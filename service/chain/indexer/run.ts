import type { FastifyBaseLogger } from 'fastify';
import { BaseError } from 'viem';
import type { Config } from '#platform/config/config.ts';
import { holdLock } from '#platform/db/advisory-lock.ts';
import type { Database } from '#platform/db/database.ts';
import { type WaitForWork, waitFor } from '#platform/jobs/waiter.ts';
import { chainUnavailable } from '../call-failure.ts';
import type { ChainClient } from '../chain-client.ts';
import { verifyChainId } from '../create-chain-client.ts';
import { followedContracts } from '../events/followed-contracts.ts';
import { RangeTooLargeError } from '../node-error.ts';
import { advance, type IndexedChain, type Progress } from './advance.ts';

/** Advisory lock shared by all processes that may index into the same database. */
const INDEXER_LOCK = 7_266_002;
const maxRange = 10_000;
const maxBackoffMs = 15_000;

export interface IndexerTiming {
  /** Before the next request for the head of the chain. */
  wait: WaitForWork;
  /** Between two attempts to take the lock, and before the first retry after a failure. */
  retryMs: number;
}

/**
 * Follows the chain until the signal aborts. One process per database indexes; the others wait for its lock. Every
 * failure (node, database, lock) is logged and retried, with a delay that grows to fifteen seconds.
 */
export async function runIndexer(
  context: { db: Database; chain: ChainClient; config: Config },
  log: FastifyBaseLogger,
  signal: AbortSignal,
  { wait, retryMs }: IndexerTiming,
): Promise<void> {
  const chain: IndexedChain = {
    chainId: context.chain.chainId,
    node: context.chain.history,
    witness: context.chain.witness,
    followed: followedContracts(context.chain.contracts),
    firstBlock: context.config.chain.firstBlock,
    replaceable: context.config.environment === 'local',
  };
  let failures = 0;
  while (!signal.aborted) {
    try {
      await using lock = await holdLock(context.db, INDEXER_LOCK);
      if (lock) {
        await verifyChainId(context.chain);
        log.info({ chainId: chain.chainId }, 'indexing');
        const mine = AbortSignal.any([signal, lock.lost]);
        await follow(mine, () => (failures = 0));
        if (!signal.aborted) throw new Error('The connection that holds the lock of the indexer was lost');
      }
      await waitFor(retryMs, signal);
    } catch (error) {
      const delay = Math.min(maxBackoffMs, retryMs * 2 ** failures);
      failures += 1;
      // viem's errors contain the URL of the node, which may hold a key.
      const err = error instanceof BaseError ? chainUnavailable(error) : error;
      log.warn({ err, retryInMs: delay }, 'indexing interrupted');
      await waitFor(delay, signal);
    }
  }

  async function follow(mine: AbortSignal, succeeded: () => void): Promise<void> {
    let size = maxRange;
    let before: Progress | undefined;
    while (!mine.aborted) {
      try {
        const progress = await advance(context.db, chain, size, log);
        succeeded();
        if (progress === 'behind' && before !== 'behind') log.warn('the node is behind the index, waiting');
        // Grows slowly, so that a node that limits ranges does not refuse every other request.
        if (progress === 'advanced') size = Math.min(maxRange, size + Math.ceil(size / 8));
        else if (progress !== 'rolled-back') await wait(mine);
        before = progress;
      } catch (error) {
        if (!(error instanceof RangeTooLargeError)) throw error;
        size = Math.max(1, size >> 1);
      }
    }
  }
}
