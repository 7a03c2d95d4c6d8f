import { bazaarExtension } from '../payment/bazaar.ts';
import { CallRejectedError } from '../payment/call-errors.ts';
import { createOffer, type Offer } from '../payment/offer.ts';
import { paymentHeader } from '../payment/read-payment.ts';
import { orPaymentRequired, sellForPayment } from '../sale/handle-paid-call.ts';
import type { PaidRequest, SellerAnswer } from '../sale/paid-call.ts';
import type { Seller } from '../sale/seller.ts';
import type { JourneyPorts, JourneyScope } from './journey-ports.ts';
import { type Journey, parseJourney } from './parse-journey.ts';

/**
 * Quotes a journey, and sells it for one payment (docs/specification/gateway.md#journeys). Nothing of it runs here: the payment is
 * settled as soon as the calls are stored.
 * @throws CallRejectedError as `handlePaidCall`; 401 for a payment that does not name the journey
 */
export async function buyJourney(
  seller: Seller,
  ports: JourneyPorts,
  request: PaidRequest,
  scope: JourneyScope,
): Promise<SellerAnswer> {
  const journey = await parseJourney(ports, request.text);
  const offer = offerOf(ports, journey);
  const isQuestion = paymentHeader(request.headers) === null;
  if (!isQuestion && request.headers['payment-salt'] === undefined) throw mustNameJourney();
  const calls = isQuestion ? await foreseeAll(journey, scope) : undefined;
  const payer = journey.payerAddress.toLowerCase();
  const purchase = {
    call: journey,
    offer,
    run: async ({ id }: { id: string }) => ({
      status: 200,
      body: await ports.store.open(id, payer, journey.calls),
    }),
  };
  const answer = await orPaymentRequired(seller, offer, () =>
    sellForPayment(seller, request, purchase, scope),
  );
  return calls ? { ...answer, body: { ...Object(answer.body), calls } } : answer;
}

/** One payment for the sum of the prices. */
function offerOf({ terms, url, path, description }: JourneyPorts, { calls }: Journey): Offer {
  const amount = calls.reduce((sum, { price }) => sum + BigInt(price.amount), 0n);
  const names = calls.map(({ name }) => name).join(', ');
  const { example: body, request, response } = description;
  return {
    ...createOffer(terms, `${amount}`, { url, description: `A journey: ${names}` }),
    extensions: { bazaar: bazaarExtension({ body, request, response, path }, 'terse') },
  };
}

/** What is known of each call now. */
async function foreseeAll({ calls, payerAddress }: Journey, scope: JourneyScope) {
  // The request itself is counted already.
  const wait = calls.length > 1 ? await scope.countCalls(calls.length - 1) : 0;
  if (wait > 0) {
    const message = 'Too many requests. Retry after the seconds in Retry-After.';
    throw new CallRejectedError(429, 'RATE_LIMITED', message, { retryAfter: wait });
  }
  const answers = [];
  // One after another: sixteen at once would keep the processor from others.
  for (const [index, { name, price, complete }] of calls.entries()) {
    if (index > 0) await scope.giveWay();
    answers.push({
      call: index + 1,
      mutation: name,
      price: price.amount,
      foreseen: complete && (await scope.foresee(name, complete, payerAddress)),
    });
  }
  return answers;
}

function mustNameJourney(): CallRejectedError {
  const message = 'A payment for a journey must name it: derive its nonce and send Payment-Salt.';
  return new CallRejectedError(401, 'UNAUTHENTICATED', message, { reason: 'INTENT_REQUIRED' });
}
