import { isDeepStrictEqual } from 'node:util';
import { badCall, CallRejectedError, PaymentRejectedError } from '../payment/call-errors.ts';
import { late, within } from '../payment/deadline.ts';
import { paymentHeader } from '../payment/read-payment.ts';
import type {
  CallAnswer,
  CallScope,
  PaidRequest,
  Purchase,
  SellerAnswer,
  SoldCall,
} from '../sale/paid-call.ts';
import { requirePayerRate } from '../sale/require-payer-rate.ts';
import type { Seller } from '../sale/seller.ts';
import { upstreamError } from '../sale/upstream-error.ts';
import { readJourneyHeader } from './journey-header.ts';
import type { JourneyCall, JourneyStore, JourneyUse } from './journey-ports.ts';

interface AskedCall extends Purchase {
  /** The header `Payment-Journey`. */
  journey: string;
}

/** A seller of journeys. */
interface JourneySeller {
  seller: Seller;
  store: JourneyStore;
}

/**
 * Runs a call of a journey that was paid for, in the name of the wallet that paid (docs/specification/gateway.md#journeys). It is
 * used up where a payment would have been charged. The same request again gets the same answer.
 * @throws PaymentRejectedError if the secret opens no such call, or not now
 * @throws CallRejectedError as a paid call does
 */
export async function callOfJourney(
  journeys: JourneySeller,
  { headers }: Pick<PaidRequest, 'headers'>,
  { call, journey, run }: AskedCall,
  scope: CallScope,
): Promise<SellerAnswer> {
  const { seller, store } = journeys;
  if (paymentHeader(headers) !== null) throw badCall('Send a payment or Payment-Journey.');
  const { secret, number } = readJourneyHeader(journey);
  const found = await orUnavailable(scope, () => store.find(secret, number));
  if (!found || found.name !== call.name) throw new PaymentRejectedError('journey_call_unknown');
  await requirePayerRate(found.payer, scope);
  call.requirePayer(found.payer);
  if (call.payerAddress !== undefined && call.payerAddress.toLowerCase() !== found.payer)
    throw badCall('payerAddress is another wallet than the one that paid for the journey.');
  const kept = keptAnswer(found, call);
  if (kept) return kept;
  requireOpen(found);
  requireAgreement(found, call);

  const { number: runner } = await orUnavailable(scope, () => seller.hold());
  const { requestId } = scope;
  const use = { runner, payer: found.payer, requestId, requestHash: call.requestHash };
  const useId = await orUnavailable(scope, () => store.take(found.id, use));
  if (useId === null) throw isRunning();
  const held = { id: found.id, useId };
  const bought = { id: useId, name: call.name, payer: found.payer };
  const answer = await serve(journeys, held, () => run(bought), scope);
  if (answer.status >= 400) return upstreamError(answer);

  const isOurs = await store.keep(held, answer, secret).catch((error: unknown) => {
    scope.log.error({ err: error, journeyCall: held.id }, 'a call of a journey could not be written down');
    const message =
      'The outcome of the call could not be recorded. It can have taken effect. Ask for it again.';
    throw new CallRejectedError(503, 'UPSTREAM_UNAVAILABLE', message);
  });
  if (!isOurs) throw noAnswer(504);
  return { status: answer.status, body: answer.body, headers: {} };
}

/** The answer of this very request, if it was given in the last ten minutes. */
function keptAnswer(found: JourneyCall, call: SoldCall): SellerAnswer | null {
  if (found.state !== 'used' || found.requestHash !== call.requestHash) return null;
  const answer = found.answer();
  return answer && { ...answer, headers: {} };
}

const isRunning = () => new PaymentRejectedError('journey_call_running', { retryAfter: 1 });

function requireOpen({ state, hasExpired, payment }: JourneyCall): void {
  if (state === 'serving') throw isRunning();
  if (state !== 'open') throw new PaymentRejectedError(`journey_call_${state}`);
  if (payment === 'served' || payment === 'unknown')
    throw new PaymentRejectedError('journey_not_settled', { retryAfter: 1 });
  if (payment !== 'settled') throw new PaymentRejectedError('journey_not_paid');
  if (hasExpired) throw new PaymentRejectedError('journey_expired');
}

/** What the journey states binds its calls: the secret opens nothing else. */
function requireAgreement({ stated, number }: JourneyCall, { args = {} }: SoldCall): void {
  // As stored: without prototypes and values that JSON does not have.
  const asked: Record<string, unknown> = JSON.parse(JSON.stringify(args));
  const other = Object.keys(stated).find((name) => !isDeepStrictEqual(asked[name], stated[name]));
  if (other === undefined) return;
  const message = `${other} is not what the journey states for call ${number}.`;
  throw new CallRejectedError(400, 'VALIDATION_FAILED', message, { details: { argument: other } });
}

async function serve(
  { seller, store }: JourneySeller,
  held: JourneyUse,
  run: () => Promise<CallAnswer>,
  scope: CallScope,
): Promise<CallAnswer> {
  const end = async (work: Promise<unknown>) => {
    await work.catch((error: unknown) => {
      // The worker burns the call when the lease of this process has expired.
      scope.log.error({ err: error, journeyCall: held.id }, 'the end of a call could not be written down');
    });
  };
  let answer: CallAnswer | typeof late;
  try {
    answer = await within(seller.config.maxTimeoutSeconds * 1_000, run());
  } catch (error) {
    scope.log.error({ err: error, journeyCall: held.id }, 'a call of a journey failed without an answer');
    await end(store.burn(held));
    throw noAnswer(502);
  }
  if (answer === late || answer.status < 200 || (answer.status >= 300 && answer.status < 400)) {
    await end(store.burn(held));
    throw noAnswer(answer === late ? 504 : 502);
  }
  if (answer.status >= 400) await end(store.giveBack(held, answer.status));
  return answer;
}

function noAnswer(status: 502 | 504): CallRejectedError {
  const message =
    'The call has no result. It can have taken effect. The journey has another call in its place, which runs only if you ask for it.';
  return new CallRejectedError(status, status === 504 ? 'TIMEOUT' : 'UPSTREAM_UNAVAILABLE', message);
}

async function orUnavailable<Result>({ log }: CallScope, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    log.error({ err: error }, 'journeys cannot be read');
    const message = 'Journeys are unavailable. No call was used. Try again in a moment.';
    throw new CallRejectedError(503, 'UPSTREAM_UNAVAILABLE', message, { reason: 'CLAIMS_UNAVAILABLE' });
  }
}
