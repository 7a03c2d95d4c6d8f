import { setTimeout as pause } from 'node:timers/promises';
import { late, within } from '../payment/deadline.ts';
import type { Settlement } from '../payment/facilitator.ts';
import { unknown } from '../payment/settlement-outcomes.ts';
import { type ClaimedCall, unaccounted } from './claim-payment.ts';
import type { CallScope } from './paid-call.ts';
import type { Seller } from './seller.ts';
import { withDiscovery } from './with-discovery.ts';

/** Delay before the worker checks an unknown payment. */
const FIRST_LOOK_MS = 2_000;

/**
 * Settles the payment of a served call and records the outcome. Reads the chain if the response is lost. Takes at most
 * `facilitatorMs`; then the worker continues.
 * @throws CallRejectedError 503 if the settlement was rejected and that could not be recorded. Recovery tries again,
 *   so the caller must not be told that nothing was charged
 */
export async function settleCall(
  seller: Seller,
  claimed: ClaimedCall,
  scope: CallScope,
): Promise<Settlement> {
  const work = settleOrAsk(seller, claimed);
  const inTime = await within(seller.config.facilitatorMs, work);
  const found = inTime === late ? unknown('settlement_pending') : inTime;
  const call = { id: claimed.id, from: 'served', lookInMs: FIRST_LOOK_MS } as const;
  const recorded = await seller.store.recordSettlement(call, found).catch((error: unknown) => {
    scope.log.error({ err: error, paidCall: claimed.id }, 'a settlement could not be written down');
    return null;
  });
  if (inTime === late) void recordLate(seller, claimed, work, scope);
  // A settled payment stays settled even if recording it fails; recovery finds it on the chain.
  const settlement = recorded ?? found;
  const facts = { paidCall: claimed.id, payer: claimed.payment.payer, ...settlement };
  if (settlement.kind === 'settled') scope.log.info(facts, 'paid call settled');
  else
    scope.log.warn(facts, settlement.kind === 'failed' ? 'mutation executed unpaid' : 'settlement unknown');
  if (settlement.kind === 'failed' && !recorded) throw unaccounted(claimed);
  return settlement;
}

/** An answer after the deadline still names the transaction, which for Permit2 cannot be found on the chain without it. */
async function recordLate(
  { store }: Seller,
  { id }: ClaimedCall,
  work: Promise<Settlement>,
  { log }: CallScope,
): Promise<void> {
  try {
    const settlement = await work;
    if (settlement.kind !== 'settled') return;
    await store.recordSettlement({ id, from: 'unknown', lookInMs: FIRST_LOOK_MS }, settlement);
  } catch (error) {
    log.error({ err: error, paidCall: id }, 'a late settlement could not be recorded');
  }
}

async function settleOrAsk(seller: Seller, claimed: ClaimedCall): Promise<Settlement> {
  // Another process settles it.
  if (!claimed.isHeld()) return { kind: 'unknown', reason: 'lease_lost', transaction: null };
  const { facilitator } = seller;
  const { forMs, everyMs } = seller.config.patience;
  const { requirements } = claimed.offer;
  const payment = withDiscovery(seller, claimed.payment.payload, claimed.offer);
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
