import { late, unknown, within } from '@labroom/payments';
import type { Facilitator, Settlement } from '@labroom/payments/facilitators';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import type { FastifyBaseLogger } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import { giveUp, type PaidCallRow } from '../paid-call-store.ts';
import { recordSettlement } from '../record-settlement.ts';
import { recoverCalls, takeDueCalls } from './recover-calls.ts';

type SettlementContext = Pick<ServiceContext, 'db' | 'config' | 'facilitator'>;

const PORTION = 20;
/** Maximum time for one payment; less than the minute that `takeDueCalls` reserves. */
const LOOK_MS = 45_000;
const MAX_PAUSE_MS = 10 * 60_000;
/** Time after the expiry of an authorization at which its outcome on the chain is final. */
const AFTERWARDS_MS = 60 * 60_000;

/**
 * Resolves payments with an unknown outcome (lost responses, ended processes) and settles those that still can be.
 * Idempotent; can run in several processes at once.
 */
export async function settleOpenCalls(context: SettlementContext, log: FastifyBaseLogger) {
  const recovered = await recoverCalls(context);
  const due = await takeDueCalls(context, PORTION);
  await Promise.all(due.map((row) => settleOpenCall(context, row, log)));
  return { done: recovered + due.length, more: due.length === PORTION };
}

async function settleOpenCall(
  { db, facilitator }: SettlementContext,
  row: PaidCallRow,
  log: FastifyBaseLogger,
): Promise<void> {
  const { id, payment, quote, payer } = row;
  if (!payment) return;
  const inTime = await within(
    LOOK_MS,
    settleAgain(facilitator, { payment, quote, transaction: row.transaction }),
  );
  const found = inTime === late ? unknown('settlement_pending', row.transaction) : inTime;
  const call = { id, from: 'unknown', lookInMs: pauseAfter(row.looks) } as const;
  const settlement = await recordSettlement(db, call, found);
  const facts = { paidCall: id, payer, looks: row.looks, ...(settlement ?? found) };
  if (settlement?.kind === 'settled') log.info(facts, 'open call settled');
  else if (settlement?.kind === 'failed') log.warn(facts, 'mutation executed unpaid');
  else if (settlement && row.validBefore.getTime() + AFTERWARDS_MS < Date.now()) {
    await giveUp(db, id);
    log.error(facts, 'settlement stays unknown');
  }
}

interface OpenPayment {
  payment: PaymentPayload;
  quote: PaymentRequirements;
  transaction: string | null;
}

/** Reads the chain first, so a settled payment is not sent again. */
async function settleAgain(
  facilitator: Facilitator,
  { payment, quote, transaction }: OpenPayment,
): Promise<Settlement> {
  const known = await facilitator.reconcile(payment, quote, transaction);
  const settlement = known.kind === 'unknown' ? await facilitator.settle(payment, quote) : known;
  if (settlement.kind === 'settled') return settlement;
  return { ...settlement, transaction: settlement.transaction ?? transaction };
}

function pauseAfter(looks: number): number {
  return Math.min(MAX_PAUSE_MS, 1_000 * 2 ** looks);
}
