import type { FastifyBaseLogger } from 'fastify';
import { BaseError, type Hex } from 'viem';
import { chainUnavailable } from '../chain/call-failure.ts';
import type { ServiceContext } from '../context.ts';
import { holdLock } from '../db/advisory-lock.ts';
import { KmsError } from '../kms/kms.ts';
import { BundlerError } from './bundler.ts';
import {
  type DidLinkRow,
  type DueLink,
  dueLinks,
  findDidLink,
  lookAgain,
  recordAttempt,
  recordFailure,
  recordSubmission,
  recordTransaction,
} from './did-link-store.ts';
import type { DidLinking } from './did-linking.ts';
import { buildLinkCall, isLinkedOnChain } from './link-call.ts';
import { outcomeOf } from './operation-outcome.ts';
import { fromStored, type StoredUserOperation, signUserOperation, toStored } from './user-operation.ts';

/** One number for all workers on a database: the relayer's key signs in one process at a time. */
const LINKING_LOCK = 7_266_003;
const portion = 20;
/** What was signed counts for so long. */
const lifetimeSeconds = 10 * 60;
/** As deep a reorganization may put an operation before the block it was made after. */
const reorgWindow = 256;
/** After a look that the node or the KMS made impossible. */
const outageMs = 15_000;

/**
 * [Note: a link happens once] Killed at any moment, a worker leaves a row that says what to do next. An operation is
 * written down before it is sent and sent again as it is, so it has one hash; the EntryPoint takes a lab's nonce once, and
 * the registry refuses a DID that is linked already. What became of it is read from the chain, never assumed. `LINKED` is
 * set by the indexer alone.
 */
export async function linkDids(
  context: ServiceContext,
  log: FastifyBaseLogger,
): Promise<{ done: number; more: boolean }> {
  const { db, didLinking } = context;
  if (!didLinking || (await dueLinks(db, 1)).length === 0) return { done: 0, more: false };
  await using lock = await holdLock(db, LINKING_LOCK);
  if (!lock) return { done: 0, more: false };
  const due = await dueLinks(db, portion);
  const outages: unknown[] = [];
  for (const row of due) {
    if (lock.lost.aborted) throw new Error('The connection that holds the lock of the linking was lost');
    try {
      await step(context, didLinking, row, log);
    } catch (error) {
      outages.push(error);
      log.warn({ err: withoutUrl(error), oclId: row.oclId }, 'DID link postponed');
      // To the end of the line, so that one lab does not hold up the others.
      await lookAgain(db, row, outageMs);
    }
  }
  if (due.length > 0 && outages.length === due.length) throw withoutUrl(outages[0]);
  return { done: due.length - outages.length, more: due.length === portion };
}

async function step(
  context: ServiceContext,
  linking: DidLinking,
  row: DueLink,
  log: FastifyBaseLogger,
): Promise<void> {
  const { db, chain } = context;
  const { checkMs, patienceMs, retryMs } = linking.timing;
  const operation = row.userOperation;
  if (operation && row.userOpHash) {
    const outcome = await outcomeOf(chain, row.userOpHash, operation);
    if (outcome.kind === 'succeeded') {
      await recordTransaction(db, row, outcome.txHash, checkMs);
      return;
    }
    if (outcome.kind !== 'open') {
      const reason = outcome.kind === 'failed' ? outcome.reason : 'The operation never reached the chain';
      await fail(row, { reason });
      return;
    }
    if (row.status === 'SUBMITTED' && Date.now() - row.updatedAt.getTime() < patienceMs) {
      await lookAgain(db, row, checkMs);
      return;
    }
    if (row.status === 'SUBMITTED' || !operation.sendingFailed) await send(row, operation);
    else await attempt(row.userOpHash, { ...operation, sendingFailed: false });
    return;
  }
  if (await isLinkedOnChain(context, linking.registry, row)) {
    await recordTransaction(db, row, null, checkMs);
    return;
  }
  const made = await make();
  if (made) await attempt(made.userOpHash, made.userOperation);

  async function make() {
    try {
      const head = await chain.node.getBlock();
      const now = Math.max(Number(head.timestamp), Math.floor(Date.now() / 1000));
      const deadline = now + lifetimeSeconds;
      const data = await buildLinkCall(context, linking, row, deadline);
      const { hash, operation } = await signUserOperation({
        chain,
        bundler: linking.bundler,
        owner: linking.relayer,
        sender: linking.account,
        oclId: row.oclId,
        call: { to: linking.registry, data },
      });
      const fromBlock = Math.max(0, Number(head.number) - reorgWindow);
      return { userOpHash: hash, userOperation: toStored(operation, { fromBlock, deadline }) };
    } catch (error) {
      if (isOutage(error)) throw error;
      await fail(row, { reason: messageOf(error), uncounted: true });
      return null;
    }
  }

  async function attempt(userOpHash: Hex, userOperation: StoredUserOperation): Promise<void> {
    if (!(await recordAttempt(db, row, { userOpHash, userOperation }))) return;
    const begun = await findDidLink(db, row.oclId);
    if (begun?.userOpHash === userOpHash) await send(begun, userOperation);
  }

  async function send(current: DidLinkRow, userOperation: StoredUserOperation): Promise<void> {
    try {
      await linking.bundler.send(fromStored(userOperation));
    } catch (error) {
      // It was accepted once: its deadline decides, not the second opinion.
      if (current.status === 'SUBMITTED') return lookAgain(db, current, patienceMs);
      const refused = error instanceof BundlerError && error.refused;
      await fail(current, { reason: messageOf(error), ...(!refused && { userOperation }) });
      return;
    }
    await recordSubmission(db, current, checkMs);
    log.info({ oclId: row.oclId, userOpHash: current.userOpHash }, 'DID link submitted');
  }

  async function fail(
    current: DidLinkRow,
    failure: { reason: string; uncounted?: boolean; userOperation?: StoredUserOperation },
  ): Promise<void> {
    if (!(await recordFailure(db, current, { ...failure, retryMs }))) return;
    log.warn({ oclId: row.oclId, attempts: current.attempts, reason: failure.reason }, 'DID link failed');
  }
}

/** Nothing that says anything about this lab: it is no attempt. */
function isOutage(error: unknown): boolean {
  if (error instanceof KmsError) return error.kind === 'UNAVAILABLE';
  return error instanceof BaseError;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An error of viem names the URL of the node, which may hold a key. */
function withoutUrl(error: unknown): unknown {
  return error instanceof BaseError ? chainUnavailable(error) : error;
}
