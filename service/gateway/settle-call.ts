import { setTimeout as pause } from 'node:timers/promises';
import type { ClaimedCall } from './claim-payment.ts';
import type { Settlement } from './facilitator.ts';
import type { Asking, Gateway } from './gateway.ts';
import { endCall, lookLater } from './paid-call-store.ts';
import { unaccounted } from './settle-response.ts';

/** The worker's first look at a payment that stays unknown. */
const FIRST_LOOK_MS = 2_000;

/**
 * Settles the payment of a call that was served, and writes down what came of it. Where the answer is lost, the chain is
 * asked for some seconds; after that the worker goes on.
 * @throws CallRefused 503 when it was refused and that could not be written down: recovery will try again, so nobody is told
 * that he was not charged
 */
export async function settleCall(
  gateway: Gateway,
  claimed: ClaimedCall,
  asking: Asking,
): Promise<Settlement> {
  const settlement = await settleOrAsk(gateway, claimed);
  const facts = { paidCall: claimed.id, payer: claimed.payment.payer, ...settlement };
  if (settlement.kind === 'settled') asking.log.info(facts, 'paid call settled');
  else
    asking.log.warn(facts, settlement.kind === 'failed' ? 'mutation executed unpaid' : 'settlement unknown');
  // What the chain did is so whether or not it can be written down; recovery will find it there.
  const isRecorded = await record(gateway, claimed.id, settlement).catch((error: unknown) => {
    asking.log.error({ err: error, paidCall: claimed.id }, 'a settlement could not be written down');
    return false;
  });
  if (settlement.kind === 'failed' && !isRecorded) throw unaccounted(claimed);
  return settlement;
}

async function settleOrAsk({ facilitator, config }: Gateway, claimed: ClaimedCall): Promise<Settlement> {
  // Another process settles it.
  if (!claimed.isHeld()) return { kind: 'unknown', reason: 'lease_lost', transaction: null };
  const { forMs, everyMs } = config.gateway.patience;
  const payment = claimed.payment.payload;
  const { requirements } = claimed.offer;
  let settlement = await facilitator.settle(payment, requirements);
  const deadline = Date.now() + forMs;
  while (settlement.kind === 'unknown' && Date.now() < deadline) {
    const { transaction } = settlement;
    const found = await facilitator.reconcile(payment, requirements, transaction);
    settlement =
      found.kind === 'unknown' ? { ...found, transaction: found.transaction ?? transaction } : found;
    if (settlement.kind === 'unknown') await pause(everyMs);
  }
  return settlement;
}

/** @returns false when somebody else decides about this call in the meantime */
function record({ db }: Gateway, id: string, settlement: Settlement): Promise<boolean> {
  const { kind, transaction } = settlement;
  if (kind === 'settled') return endCall(db, id, 'served', { state: 'settled', transaction });
  const { reason } = settlement;
  if (kind === 'failed') return endCall(db, id, 'served', { state: 'failed', transaction, reason });
  return lookLater(db, id, 'served', { inMs: FIRST_LOOK_MS, reason, transaction });
}
