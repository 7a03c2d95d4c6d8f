import type { Address } from 'viem';
import type { Foresight } from '#contract/schema.generated.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { terseRequestExtension } from '../extensions/bazaar.ts';
import { askingAt } from '../foresee-call.ts';
import type { Gateway } from '../gateway.ts';
import type { GatewayAnswer } from '../gateway-answer.ts';
import { callForPayment, orPaymentRequired } from '../handle-paid-call.ts';
import { CallRejectedError } from '../offers/call-errors.ts';
import type { ListedOffer } from '../offers/offers.ts';
import type { GatewayRequest } from '../parse-paid-call.ts';
import { paymentHeader } from '../read-payment.ts';
import type { ReportedScope } from '../request-scope.ts';
import { journeyExample, journeyRequest, journeyResponse } from './describe-journey.ts';
import { storeJourney } from './journey-store.ts';
import { type Journey, type PlannedCall, parseJourney } from './parse-journey.ts';

interface AskingScope extends ReportedScope {
  /** That the request comes from; contract calls count against its network. */
  address: string;
  /** Lets other callers go first, between two calls. */
  giveWay(): Promise<void>;
}

/**
 * Quotes a journey, and sells it for one payment (docs/specification/gateway.md#journeys). Nothing of it runs here: the payment is
 * settled as soon as the calls are stored.
 * @throws CallRejectedError as `handlePaidCall`; 401 for a payment that does not name the journey
 */
export async function buyJourney(
  context: ServiceContext,
  gateway: Gateway,
  request: Pick<GatewayRequest, 'text' | 'headers'>,
  scope: AskingScope,
): Promise<GatewayAnswer> {
  const journey = await parseJourney(gateway, request.text);
  const offer = offerOf(gateway, journey);
  const isQuestion = paymentHeader(request.headers) === null;
  if (!isQuestion && request.headers['payment-salt'] === undefined) throw mustNameJourney();
  const calls = isQuestion ? await foreseeAll(context, gateway, journey, scope) : undefined;
  const answer = await orPaymentRequired(gateway, offer, () =>
    callForPayment(
      gateway,
      request,
      {
        call: journey,
        offer,
        run: async (_token, id) => ({
          status: 200,
          body: await storeJourney(gateway.db, id, journey.payerAddress.toLowerCase(), journey),
        }),
      },
      scope,
    ),
  );
  return calls ? { ...answer, body: { ...Object(answer.body), calls } } : answer;
}

/** One payment for the sum of the prices. */
function offerOf({ offers, config }: Gateway, { calls }: Journey): ListedOffer {
  const { requirements } = offers.createLab;
  const amount = calls.reduce((sum, { mutation }) => sum + BigInt(offers[mutation].requirements.amount), 0n);
  return {
    requirements: { ...requirements, amount: `${amount}` },
    resource: {
      url: `${config.http.publicUrl}/x402/journeys`,
      description: `A journey: ${calls.map(({ mutation }) => mutation).join(', ')}`,
      mimeType: 'application/json',
    },
    extensions: {
      bazaar: terseRequestExtension({
        body: journeyExample,
        request: journeyRequest,
        response: journeyResponse,
        path: `/${config.environment}/x402/journeys`,
      }),
    },
  };
}

/** What is known of each call now. */
async function foreseeAll(
  context: ServiceContext,
  gateway: Gateway,
  { calls, payerAddress }: Journey,
  { address, report, giveWay }: AskingScope,
) {
  // The request itself is counted already.
  const wait = calls.length > 1 ? report(await gateway.limits.ofAddress(address, calls.length - 1)) : 0;
  if (wait > 0) {
    const message = 'Too many requests. Retry after the seconds in Retry-After.';
    throw new CallRejectedError(429, 'RATE_LIMITED', message, { retryAfter: wait });
  }
  const answers = [];
  // One after another: sixteen at once would keep the processor from others.
  for (const [index, call] of calls.entries()) {
    if (index > 0) await giveWay();
    answers.push({
      call: index + 1,
      mutation: call.mutation,
      price: gateway.offers[call.mutation].requirements.amount,
      foreseen: await foreseeOne(gateway, askingAt(context, address), call, payerAddress as Address),
    });
  }
  return answers;
}

/** `null` where arguments are missing, or the question cannot be answered now. */
async function foreseeOne(
  { operations }: Gateway,
  scope: ReturnType<typeof askingAt>,
  { mutation, complete }: PlannedCall,
  wallet: Address,
): Promise<Foresight | null> {
  if (!complete) return null;
  try {
    return await operations.foresee(scope, { operation: mutation, wallet, readArgs: () => complete });
  } catch (error) {
    if (error instanceof ServiceError && error.retryable) return null;
    throw error;
  }
}

function mustNameJourney(): CallRejectedError {
  const message = 'A payment for a journey must name it: derive its nonce and send Payment-Salt.';
  return new CallRejectedError(401, 'UNAUTHENTICATED', message, { reason: 'INTENT_REQUIRED' });
}
