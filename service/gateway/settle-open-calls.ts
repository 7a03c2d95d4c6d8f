import type { FastifyBaseLogger } from 'fastify';
import type { ServiceContext } from '../context.ts';
import { endCall, giveUp, lookLater, type PaidCallRow } from './paid-call-store.ts';
import { recoverCalls, takeDueCalls } from './recover-calls.ts';

type World = Pick<ServiceContext, 'db' | 'config' | 'facilitator'>;

const PORTION = 20;
const MAX_PAUSE_MS = 10 * 60_000;
/** After an authorization expired, nothing can happen to it any more that the chain could not tell within this time. */
const AFTERWARDS_MS = 60 * 60_000;

/**
 * Finds out what became of payments that nobody could tell about, and settles those that still can be: lost answers,
 * processes that are gone. Safe to repeat and to run in several processes at once.
 */
export async function settleOpenCalls(world: World, log: FastifyBaseLogger) {
  const recovered = await recoverCalls(world);
  const due = await takeDueCalls(world, PORTION);
  await Promise.all(due.map((row) => settleOpenCall(world, row, log)));
  return { done: recovered + due.length, more: due.length === PORTION };
}

async function settleOpenCall(
  { db, facilitator }: World,
  row: PaidCallRow,
  log: FastifyBaseLogger,
): Promise<void> {
  const { id, payment, quote, payer } = row;
  if (!payment) return;
  let settlement = await facilitator.reconcile(payment, quote, row.transaction);
  if (settlement.kind === 'unknown') settlement = await facilitator.settle(payment, quote);
  const transaction = settlement.transaction ?? row.transaction;
  const facts = { paidCall: id, payer, looks: row.looks, ...settlement };
  if (settlement.kind === 'settled') {
    await endCall(db, id, 'unknown', { state: 'settled', transaction });
    log.info(facts, 'open call settled');
  } else if (settlement.kind === 'failed') {
    await endCall(db, id, 'unknown', { state: 'failed', transaction, reason: settlement.reason });
    log.warn(facts, 'mutation executed unpaid');
  } else if (row.validBefore.getTime() + AFTERWARDS_MS < Date.now()) {
    await giveUp(db, id);
    log.error(facts, 'settlement stays unknown');
  } else {
    await lookLater(db, id, 'unknown', {
      inMs: pauseAfter(row.looks),
      reason: settlement.reason,
      transaction,
    });
  }
}

function pauseAfter(looks: number): number {
  return Math.min(MAX_PAUSE_MS, 1_000 * 2 ** looks);
}
