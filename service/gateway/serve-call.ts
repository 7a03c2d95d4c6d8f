import { late, within } from '@labroom/payments';
import { type ClaimedCall, type ServedClaim, unaccounted } from './claim-payment.ts';
import { answerSecret } from './extensions/payment-identifier.ts';
import type { UpstreamAnswer } from './forward.ts';
import type { Gateway } from './gateway.ts';
import type { ServedAnswer } from './gateway-answer.ts';
import { sealAnswer } from './lost-answers.ts';
import { CallRejectedError } from './offers/call-errors.ts';
import { type Ending, endCall, markServed } from './paid-call-store.ts';
import type { RequestScope } from './request-scope.ts';
import { scopedToken } from './scoped-token.ts';
import type { Serving } from './serving.ts';

/**
 * Runs the mutation with a token for this mutation only, and records that it ran before anything is charged or
 * answered.
 * @param record returns false if another process ended the call, or can end it at any time
 * @returns the response; a 2xx must be settled
 * @throws CallRejectedError 502, 503 or 504 if there is no response to charge for
 */
export async function serveCall(
  gateway: Gateway,
  claimed: ServedClaim,
  serving: Serving,
  scope: RequestScope,
  record: (answer: ServedAnswer) => Promise<boolean>,
): Promise<ServedAnswer> {
  const upstream = await forwardInTime(gateway, claimed, serving, scope);
  const answer = { ...upstream, servedAt: Math.floor(Date.now() / 1_000) };
  const { status } = answer;
  if (status >= 400) {
    await end(gateway, claimed, scope, {
      state: 'released',
      reason: 'upstream_error',
      upstreamStatus: status,
    });
    return answer;
  }
  if (status < 200 || status >= 300) {
    await end(gateway, claimed, scope, {
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
  { db, secrets }: Gateway,
  { id, payment, intent }: ClaimedCall,
  answer: ServedAnswer,
): Promise<boolean> {
  const secret = answerSecret(secrets, payment, intent);
  return markServed(db, id, answer, secret && sealAnswer(secret, id, answer));
}

async function forwardInTime(
  gateway: Gateway,
  claimed: ServedClaim,
  { call, run }: Serving,
  scope: RequestScope,
): Promise<UpstreamAnswer> {
  const { maxTimeoutSeconds } = gateway.config.gateway;
  const { id, payment } = claimed;
  const token = scopedToken({ id, wallet: payment.payer, mutation: call.mutation });
  try {
    const first = await within(maxTimeoutSeconds * 1_000, run(token, id));
    if (first !== late) return first;
  } catch (error) {
    scope.log.error({ err: error, paidCall: claimed.id }, 'a paid mutation failed without an answer');
    await end(gateway, claimed, scope, { state: 'burned', reason: 'upstream_lost' });
    throw noAnswer(502, 'The mutation returned no result. It was not charged, but can have taken effect.');
  }
  await end(gateway, claimed, scope, { state: 'burned', reason: 'upstream_timeout' });
  throw noAnswer(504, 'The call timed out. It was not charged, but can have taken effect.');
}

/** If the database is unavailable, recovery ends the call later. */
async function end(
  { db }: Gateway,
  { id }: ServedClaim,
  { log }: RequestScope,
  ending: Ending,
): Promise<void> {
  await endCall(db, id, 'serving', ending).catch((error: unknown) => {
    log.error({ err: error, paidCall: id }, 'the end of a call could not be written down');
  });
}

function noAnswer(status: 502 | 504, message: string): CallRejectedError {
  return new CallRejectedError(status, status === 504 ? 'TIMEOUT' : 'UPSTREAM_UNAVAILABLE', message);
}
