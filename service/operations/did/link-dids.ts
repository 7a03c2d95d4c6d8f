import type { FastifyBaseLogger } from 'fastify';
import { BaseError } from 'viem';
import { chainUnavailable } from '#chain/call-failure.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { holdLock } from '#platform/db/advisory-lock.ts';
import { advanceLink } from './advance-link.ts';
import { dueLinks, lookAgain } from './did-link-store.ts';

/** One number for all workers on a database: the relayer's key signs in one process at a time. */
export const LINKING_LOCK = 7_266_003;
const portion = 20;
/** Least delay after an outage of the node, the KMS or an attester. */
const outageMs = 15_000;

/**
 * [Note: a link happens once] A worker that is killed at any moment leaves a row that says what to do next. An
 * operation is stored before it is sent, and sent again unchanged, so it has one hash. The EntryPoint accepts the
 * nonce of a lab once, and the registry rejects a DID that is already linked. The outcome is read from the chain,
 * never assumed. Only the indexer sets `LINKED`.
 */
export async function linkDids(
  context: ServiceContext,
  log: FastifyBaseLogger,
): Promise<{ done: number; more: boolean }> {
  const { db, didLinking: linking } = context;
  if (!linking || (await dueLinks(db, 1)).length === 0) return { done: 0, more: false };
  await using lock = await holdLock(db, LINKING_LOCK);
  if (!lock) return { done: 0, more: false };
  const due = await dueLinks(db, portion);
  const outages: unknown[] = [];
  let done = 0;
  for (const row of due) {
    if (lock.lost.aborted) throw new Error('The connection that holds the lock of the linking was lost');
    try {
      if (await advanceLink({ context, linking, row, log })) done += 1;
    } catch (error) {
      // Errors of viem contain the URL of the node, which may contain a key.
      const err = error instanceof BaseError ? chainUnavailable(error) : error;
      outages.push(err);
      log.warn({ err, oclId: row.oclId }, 'DID link postponed');
      // Moves to the end of the queue, so that one lab does not delay the others.
      await lookAgain(db, row, outageMs);
    }
  }
  if (due.length > 0 && outages.length === due.length) throw outages[0];
  return { done, more: due.length === portion };
}
