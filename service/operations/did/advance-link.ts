import type { FastifyBaseLogger } from 'fastify';
import { BaseError, type Hex } from 'viem';
import type { ServiceContext } from '#core/context/context.ts';
import { BundlerError } from '#core/ports/bundler.ts';
import type { DidLinking } from '#core/ports/did-linking.ts';
import type { StoredUserOperation } from '#platform/db/tables/did.ts';
import { KmsError } from '#platform/kms/kms.ts';
import { AttesterError } from './attesters/attester.ts';
import {
  type DidLinkRow,
  type DueLink,
  type Failure,
  lookAgain,
  recordAttempt,
  recordFailure,
  recordSubmission,
  recordTransaction,
} from './did-link-store.ts';
import { buildLinkCall, isLinkedOnChain } from './link-call.ts';
import { outcomeOf } from './operation-outcome.ts';
import { fromStored, signUserOperation, toStored } from './user-operation.ts';

/** The linking of one lab, with what it needs. */
interface LinkTask {
  context: Pick<ServiceContext, 'db' | 'kms' | 'config' | 'chain'>;
  linking: DidLinking;
  row: DueLink;
  log: FastifyBaseLogger;
}

interface Prepared {
  userOpHash: Hex;
  userOperation: StoredUserOperation;
}

/** Validity of a signed user operation in seconds. */
const lifetimeSeconds = 10 * 60;
/** Blocks to search before the block in which an operation was signed, in case of a reorganization. */
const reorgWindow = 256;

/**
 * Advances the linking of one lab as far as possible now.
 * @returns whether there was news of it
 * @throws errors that are not about this lab, such as an outage of the node, the KMS or an attester; they do not count as an
 *   attempt
 */
export async function advanceLink(task: LinkTask): Promise<boolean> {
  const { context, linking, row } = task;
  const { userOpHash, userOperation } = row;
  if (userOpHash && userOperation) return followUp(task, { userOpHash, userOperation });
  if (await isLinkedOnChain(context, linking.registry, row)) return noteLanding(task, row.txHash);
  const prepared = await prepare(task);
  return prepared ? attempt(task, prepared) : true;
}

/** Checks the outcome of an operation and sends it again if it seems lost. */
async function followUp(task: LinkTask, prepared: Prepared): Promise<boolean> {
  const { context, linking, row } = task;
  const { checkMs, patienceMs } = linking.timing;
  const { userOpHash, userOperation } = prepared;
  const outcome = await outcomeOf(context.chain, userOpHash, userOperation);
  if (outcome.kind === 'succeeded') return noteLanding(task, outcome.txHash);
  if (outcome.kind === 'failed') return fail(task, row, { reason: outcome.reason });
  if (outcome.kind === 'expired') return fail(task, row, { reason: 'The operation never reached the chain' });
  if (row.status !== 'SUBMITTED') {
    if (userOperation.sendingFailed)
      return attempt(task, { userOpHash, userOperation: { ...userOperation, sendingFailed: false } });
    return send(task, row, userOperation);
  }
  const waited = Date.now() - row.updatedAt.getTime();
  if (waited < patienceMs) return noNews(task, checkMs);
  return send(task, row, userOperation);
}

/** Records that the link is onchain. The indexer does the rest. */
async function noteLanding(task: LinkTask, txHash: string | null): Promise<boolean> {
  const { context, linking, row } = task;
  const { checkMs } = linking.timing;
  if (row.status === 'SUBMITTED' && row.txHash === txHash) return noNews(task, checkMs);
  await recordTransaction(context.db, row, txHash, checkMs);
  return true;
}

async function noNews({ context, row }: LinkTask, leastMs: number): Promise<false> {
  await lookAgain(context.db, row, leastMs);
  return false;
}

async function prepare(task: LinkTask): Promise<Prepared | null> {
  const { context, linking, row } = task;
  const { chain } = context;
  try {
    const head = await chain.node.getBlock();
    const deadline = Math.max(Number(head.timestamp), Math.floor(Date.now() / 1000)) + lifetimeSeconds;
    const { hash, operation } = await signUserOperation({
      chain,
      bundler: linking.bundler,
      owner: linking.relayer,
      sender: linking.account,
      oclId: row.oclId,
      call: { to: linking.registry, data: await buildLinkCall(context, linking, row, deadline) },
    });
    const fromBlock = Math.max(0, Number(head.number) - reorgWindow);
    return { userOpHash: hash, userOperation: toStored(operation, { fromBlock, deadline }) };
  } catch (error) {
    if (isOutage(error)) throw error;
    await fail(task, row, { reason: messageOf(error), uncounted: true });
    return null;
  }
}

async function attempt(task: LinkTask, prepared: Prepared): Promise<boolean> {
  const begun = await recordAttempt(task.context.db, task.row, prepared);
  return begun ? send(task, begun, prepared.userOperation) : true;
}

async function send(task: LinkTask, row: DidLinkRow, userOperation: StoredUserOperation): Promise<boolean> {
  const { context, linking, log } = task;
  try {
    await linking.bundler.send(fromStored(userOperation));
  } catch (error) {
    // It was accepted before, so its deadline decides, not this error.
    if (row.status === 'SUBMITTED') return noNews(task, linking.timing.patienceMs);
    const isRefused = error instanceof BundlerError && error.refused;
    return fail(task, row, { reason: messageOf(error), ...(!isRefused && { userOperation }) });
  }
  await recordSubmission(context.db, row, linking.timing.checkMs);
  log.info({ oclId: row.oclId, userOpHash: row.userOpHash }, 'DID link submitted');
  return true;
}

async function fail(
  { context, linking, log }: LinkTask,
  row: DidLinkRow,
  failure: Omit<Failure, 'retryMs'>,
): Promise<true> {
  const { retryMs } = linking.timing;
  const failed = await recordFailure(context.db, row, { ...failure, retryMs });
  if (!failed) return true;
  const { oclId, status, attempts } = failed;
  log.warn({ oclId, status, attempts, reason: failure.reason }, 'DID link failed');
  return true;
}

function isOutage(error: unknown): boolean {
  if (error instanceof KmsError) return error.kind === 'UNAVAILABLE';
  if (error instanceof AttesterError) return error.kind !== 'REFUSED';
  return error instanceof BaseError;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
