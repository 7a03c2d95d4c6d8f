import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { late, within } from '../payment/deadline.ts';
import type { Facilitator, Settlement } from '../payment/facilitator.ts';
import { unknown } from '../payment/settlement-outcomes.ts';
import type { PaidCallStore } from './call-store.ts';
import type { CallScope } from './paid-call.ts';

/** A call whose settlement is unknown: the response was lost, or its process ended. */
export interface UnsettledCall {
  id: string;
  payer: string;
  /** `null`: another process decided. */
  payment: PaymentPayload | null;
  quote: PaymentRequirements;
  transaction: string | null;
  validBefore: Date;
  /** How often it was looked at. */
  looks: number;
}

/** Longest time for one payment. Whoever takes calls to settle reserves each for longer. */
const LOOK_MS = 45_000;
const MAX_PAUSE_MS = 10 * 60_000;
/** Time after the expiry of an authorization at which its outcome on the chain is final. */
const AFTERWARDS_MS = 60 * 60_000;

/** Finds out how the payment of a call ended, and settles it if it still can be. */
export async function settleOpenCall(
  { store, facilitator }: { store: PaidCallStore; facilitator: Facilitator },
  { id, payment, quote, payer, transaction, looks, validBefore }: UnsettledCall,
  log: CallScope['log'],
): Promise<void> {
  if (!payment) return;
  const inTime = await within(LOOK_MS, settleAgain(facilitator, { payment, quote, transaction }));
  const found = inTime === late ? unknown('settlement_pending', transaction) : inTime;
  const call = { id, from: 'unknown', lookInMs: pauseAfter(looks) } as const;
  const settlement = await store.recordSettlement(call, found);
  const facts = { paidCall: id, payer, looks, ...(settlement ?? found) };
  if (settlement?.kind === 'settled') log.info(facts, 'open call settled');
  else if (settlement?.kind === 'failed') log.warn(facts, 'mutation executed unpaid');
  else if (settlement && validBefore.getTime() + AFTERWARDS_MS < Date.now()) {
    await store.giveUp(id);
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
