import { isDeepStrictEqual } from 'node:util';
import { late, within } from '@labroom/payments';
import type { ServiceTokenBearer } from '../../auth/service-token.ts';
import type { UpstreamAnswer } from '../forward.ts';
import type { Gateway } from '../gateway.ts';
import { type GatewayAnswer, upstreamError } from '../gateway-answer.ts';
import { badCall, CallRejectedError, PaymentRejectedError } from '../offers/call-errors.ts';
import type { GatewayRequest, PaidCall } from '../parse-paid-call.ts';
import { paymentHeader } from '../read-payment.ts';
import type { ReportedScope } from '../request-scope.ts';
import { requirePayerRate } from '../require-payer-rate.ts';
import { scopedToken } from '../scoped-token.ts';
import { openJourneyAnswer, readJourneyHeader, sealJourneyAnswer } from './journey-secret.ts';
import { burnUse, findJourneyCall, giveBack, keepUse, takeCall } from './journey-store.ts';

interface AskedCall {
  call: PaidCall;
  /** The header `Payment-Journey`. */
  journey: string;
}

type Found = NonNullable<Awaited<ReturnType<typeof findJourneyCall>>>;

/**
 * Runs a call of a journey that was paid for, in the name of the wallet that paid (docs/specification/gateway.md#journeys). It is
 * used up where a payment would have been charged. The same request again gets the same answer.
 * @throws PaymentRejectedError if the secret opens no such call, or not now
 * @throws CallRejectedError as a paid call does
 */
export async function callOfJourney(
  gateway: Gateway,
  { headers }: Pick<GatewayRequest, 'headers'>,
  { call, journey }: AskedCall,
  scope: ReportedScope,
): Promise<GatewayAnswer> {
  if (paymentHeader(headers) !== null) throw badCall('Send a payment or Payment-Journey.');
  const { secret, number } = readJourneyHeader(journey);
  const found = await orUnavailable(scope, () => findJourneyCall(gateway.db, secret, number));
  if (!found || found.row.mutation !== call.mutation) throw new PaymentRejectedError('journey_call_unknown');
  await requirePayerRate(gateway, found.payer, scope);
  call.requirePayer(found.payer);
  if (call.payerAddress !== undefined && call.payerAddress.toLowerCase() !== found.payer)
    throw badCall('payerAddress is another wallet than the one that paid for the journey.');
  const kept = keptAnswer(found, call, secret);
  if (kept) return kept;
  requireOpen(found);
  requireAgreement(found, call);

  const { number: runner, isHeld } = await orUnavailable(scope, () => gateway.runner.hold());
  const tokenExpiresAt = new Date(Date.now() + gateway.config.gateway.tokenTtlSeconds * 1_000);
  const { requestId } = scope;
  const use = { runner, payer: found.payer, requestId, requestHash: call.requestHash, tokenExpiresAt };
  const tokenId = await orUnavailable(scope, () => takeCall(gateway.db, found.row.id, use));
  if (tokenId === null) throw isRunning();
  const held = { id: found.row.id, tokenId, isHeld };
  const token = scopedToken({ id: tokenId, wallet: found.payer, mutation: call.mutation });
  const answer = await serve(gateway, held, { call, token }, scope);
  if (answer.status >= 400) return upstreamError(answer);

  const sealed = sealJourneyAnswer(secret, found.row.id, answer);
  const isOurs = await keepUse(gateway.db, held, answer.status, sealed).catch((error: unknown) => {
    scope.log.error({ err: error, journeyCall: held.id }, 'a call of a journey could not be written down');
    const message =
      'The outcome of the call could not be recorded. It can have taken effect. Ask for it again.';
    throw new CallRejectedError(503, 'UPSTREAM_UNAVAILABLE', message);
  });
  if (!isOurs) throw noAnswer(504);
  return { status: answer.status, body: answer.body, headers: {} };
}

/** The answer of this very request, if it was given in the last ten minutes. */
function keptAnswer({ row, isAnswerKept }: Found, call: PaidCall, secret: string): GatewayAnswer | null {
  if (row.state !== 'used' || row.requestHash !== call.requestHash || !row.answer || !isAnswerKept)
    return null;
  return { ...openJourneyAnswer(secret, row.id, row.answer), headers: {} };
}

const isRunning = () => new PaymentRejectedError('journey_call_running', { retryAfter: 1 });

function requireOpen({ row, hasExpired, payment }: Found): void {
  if (row.state === 'serving') throw isRunning();
  if (row.state !== 'open') throw new PaymentRejectedError(`journey_call_${row.state}`);
  if (payment === 'served' || payment === 'unknown')
    throw new PaymentRejectedError('journey_not_settled', { retryAfter: 1 });
  if (payment !== 'settled') throw new PaymentRejectedError('journey_not_paid');
  if (hasExpired) throw new PaymentRejectedError('journey_expired');
}

/** What the journey states binds its calls: the secret opens nothing else. */
function requireAgreement({ row }: Found, { args }: PaidCall): void {
  // As stored: without prototypes and values that JSON does not have.
  const asked: Record<string, unknown> = JSON.parse(JSON.stringify(args));
  const other = Object.keys(row.stated).find((name) => !isDeepStrictEqual(asked[name], row.stated[name]));
  if (other === undefined) return;
  const message = `${other} is not what the journey states for call ${row.number}.`;
  throw new CallRejectedError(400, 'VALIDATION_FAILED', message, { details: { argument: other } });
}

async function serve(
  gateway: Gateway,
  held: { id: string; tokenId: string },
  { call, token }: { call: PaidCall; token: ServiceTokenBearer },
  scope: ReportedScope,
): Promise<UpstreamAnswer> {
  const { db, forward, config } = gateway;
  const end = async (work: Promise<unknown>) => {
    await work.catch((error: unknown) => {
      // The worker burns the call when the lease of this process has expired.
      scope.log.error({ err: error, journeyCall: held.id }, 'the end of a call could not be written down');
    });
  };
  let answer: UpstreamAnswer | typeof late;
  try {
    answer = await within(config.gateway.maxTimeoutSeconds * 1_000, forward(call.request, token, scope));
  } catch (error) {
    scope.log.error({ err: error, journeyCall: held.id }, 'a call of a journey failed without an answer');
    await end(burnUse(db, held));
    throw noAnswer(502);
  }
  if (answer === late || answer.status < 200 || (answer.status >= 300 && answer.status < 400)) {
    await end(burnUse(db, held));
    throw noAnswer(answer === late ? 504 : 502);
  }
  if (answer.status >= 400) await end(giveBack(db, held, answer.status));
  return answer;
}

function noAnswer(status: 502 | 504): CallRejectedError {
  const message =
    'The call has no result. It can have taken effect. The journey has another call in its place, which runs only if you ask for it.';
  return new CallRejectedError(status, status === 504 ? 'TIMEOUT' : 'UPSTREAM_UNAVAILABLE', message);
}

async function orUnavailable<Result>({ log }: ReportedScope, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    log.error({ err: error }, 'journeys cannot be read');
    const message = 'Journeys are unavailable. No call was used. Try again in a moment.';
    throw new CallRejectedError(503, 'UPSTREAM_UNAVAILABLE', message, { reason: 'CLAIMS_UNAVAILABLE' });
  }
}
