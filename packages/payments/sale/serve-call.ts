import { CallRejectedError } from '../payment/call-errors.ts';
import { late, within } from '../payment/deadline.ts';
import { answerSecret } from '../payment/payment-identifier.ts';
import type { Ending } from './call-store.ts';
import { type ClaimedCall, type ServedClaim, unaccounted } from './claim-payment.ts';
import type { CallAnswer, CallScope, Purchase, ServedAnswer } from './paid-call.ts';
import type { Seller } from './seller.ts';

/**
 * Runs the call in the name of its payer, and records that it ran before anything is charged or answered.
 * @param record returns false if another process ended the call, or can end it at any time
 * @returns the response; a 2xx must be settled
 * @throws CallRejectedError 502, 503 or 504 if there is no response to charge for
 */
export async function serveCall(
  seller: Seller,
  claimed: ServedClaim,
  purchase: Pick<Purchase, 'call' | 'run'>,
  scope: CallScope,
  record: (answer: ServedAnswer) => Promise<boolean>,
): Promise<ServedAnswer> {
  const upstream = await forwardInTime(seller, claimed, purchase, scope);
  const answer = { ...upstream, servedAt: Math.floor(Date.now() / 1_000) };
  const { status } = answer;
  if (status >= 400) {
    await end(seller, claimed, scope, {
      state: 'released',
      reason: 'upstream_error',
      upstreamStatus: status,
    });
    return answer;
  }
  if (status < 200 || status >= 300) {
    await end(seller, claimed, scope, {
      state: 'burned',
      reason: 'upstream_not_2xx',
      upstreamStatus: status,
    });
    throw noAnswer(502, 'The mutation returned no result.');
  }
  const isOurs = await record(answer).catch((error: unknown) => {
    scope.log.error({ err: error, paidCall: claimed.id }, 'a served call could not be written down');
    throw unaccounted(claimed);
  });
  if (!isOurs) throw noAnswer(504, 'The call timed out. It was not charged, but can have taken effect.');
  return answer;
}

/** Records that the call ran, with its answer. */
export async function recordServed(
  { store, keys }: Seller,
  { id, payment, intent, call }: ClaimedCall,
  answer: ServedAnswer,
): Promise<boolean> {
  const { isRepeatable = false } = call;
  return store.markServed(id, answer, answerSecret(keys, payment, { salt: intent.salt, isRepeatable }));
}

async function forwardInTime(
  seller: Seller,
  claimed: ServedClaim,
  { call, run }: Pick<Purchase, 'call' | 'run'>,
  scope: CallScope,
): Promise<CallAnswer> {
  const { maxTimeoutSeconds } = seller.config;
  const { id, payment } = claimed;
  try {
    const first = await within(maxTimeoutSeconds * 1_000, run({ id, name: call.name, payer: payment.payer }));
    if (first !== late) return first;
  } catch (error) {
    scope.log.error({ err: error, paidCall: claimed.id }, 'a paid mutation failed without an answer');
    await end(seller, claimed, scope, { state: 'burned', reason: 'upstream_lost' });
    throw noAnswer(502, 'The mutation returned no result. It was not charged, but can have taken effect.');
  }
  await end(seller, claimed, scope, { state: 'burned', reason: 'upstream_timeout' });
  throw noAnswer(504, 'The call timed out. It was not charged, but can have taken effect.');
}

/** If the store is unavailable, recovery ends the call later. */
async function end(
  { store }: Seller,
  { id }: ServedClaim,
  { log }: CallScope,
  ending: Ending,
): Promise<void> {
  await store.endCall(id, 'serving', ending).catch((error: unknown) => {
    log.error({ err: error, paidCall: id }, 'the end of a call could not be written down');
  });
}

function noAnswer(status: 502 | 504, message: string): CallRejectedError {
  return new CallRejectedError(status, status === 504 ? 'TIMEOUT' : 'UPSTREAM_UNAVAILABLE', message);
}
