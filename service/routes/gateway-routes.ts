import { CallRejectedError, paymentHeader, paymentResponseHeader } from '@labroom/payments';
import { buyJourney } from '@labroom/payments/journeys';
import { MAX_BODY_BYTES, MAX_SMALL_BODY_BYTES } from '@labroom/protocol/body-limit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import type { SchemaRejection } from '#gateway/bad-arguments.ts';
import { journeyScope } from '#gateway/journeys/open-journeys.ts';
import { quoteHeaders } from '#gateway/quote.ts';
import { saleScope } from '#gateway/sale-scope.ts';
import { sellCall } from '#gateway/sell-call.ts';
import type { Counted } from '../auth/rate-limits/limit-rate.ts';
import { foreseeCall } from '../gateway/foresee-call.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { thrownBody } from '../graphql/thrown-body.ts';
import { isPaidMutation, type PaidMutation } from '../platform/config/paid-mutations.ts';
import { payForBody } from './http/bounded-body.ts';
import { refusalOf } from './http/http-error.ts';
import { restTurn, takeTurnAgain } from './http/network-admission.ts';
import { requireSingleHeaders, requireUtf8 } from './http/protocol-rules.ts';
import { rateHeaders, reportRate, tooManyRequests } from './http/rate-headers.ts';
import { SEE_ROOT } from './http/see-root.ts';

/**
 * Pages of any origin may pay: cookies have no effect here, and a page cannot send a payment header unintentionally.
 * The official client sends `access-control-expose-headers` with its requests.
 */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `link, payment-required, payment-response, retry-after, x-request-id, ${rateHeaders}`,
};
const preflight = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'content-type, traceparent, payment-signature, x-payment, payment, payment-salt, payment-proof, payment-journey, x-service-token, access-control-expose-headers',
  'access-control-max-age': '86400',
};

/** Mutations that carry the text of a file or an announcement, which programs send before they know the price. */
const withText: readonly PaidMutation[] = ['finishCreateOrUpdateFile', 'createAnnouncement'];

/** A `CallRejectedError`, or another error of HTTP. */
type Refusal = { status: number } & Pick<SchemaRejection, 'code' | 'message'> &
  Partial<Pick<SchemaRejection, 'reason' | 'details' | 'retryAfter' | 'settlement' | 'errors'>>;

type CallRequest = FastifyRequest<{ Params: { mutation: string } }>;

/** `POST /{stage}/x402/labs/{mutation}` and its `/foresee`, and `POST /{stage}/x402/journeys` (docs/specification/gateway.md). */
export function gatewayRoutes(app: FastifyInstance, context: ServiceContext, gateway: Gateway): void {
  const base = `/${gateway.config.environment}/x402`;
  // The body is read as text, to detect duplicate keys.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('onClose', () => gateway.runner.release());
  app.setErrorHandler((error: FastifyError | CallRejectedError, request, reply) => {
    if (error instanceof CallRejectedError) return refuse(request, reply, inSchema(error));
    return refuse(request, reply, refusalOf(error, request, reply));
  });

  const hooks = {
    onRequest: [allowPages, onlyPost, requireSingleHeaders, refuseKey, limitAddress],
    preParsing: [requireUtf8],
  };

  const sell = (path: string, bodyLimit: number) => {
    app.all(path, { ...hooks, bodyLimit }, async (request: CallRequest, reply) => {
      const { params, headers, id: requestId, log } = request;
      // It waits for the facilitator and the chain.
      if (paymentHeader(headers) !== null) restTurn(request);
      const scope = { requestId, log, report: (counted: Counted) => reportRate(reply, counted) };
      const called = { mutation: params.mutation, text: textOf(request), headers };
      const answer = await sellCall(gateway, called, saleScope(gateway, scope)).catch(async (error) => {
        await tellPrice(request, error, reply);
        throw error;
      });
      return reply.code(answer.status).headers(answer.headers).send(answer.body);
    });

    app.all(`${path}/foresee`, { ...hooks, bodyLimit }, async (request: CallRequest, reply) => {
      const { params, id: requestId, ip: address } = request;
      const called = { mutation: params.mutation, text: textOf(request) };
      const { headers, body } = await foreseeCall(context, gateway, called, { requestId, address });
      return reply.headers(headers).send(body);
    });
  };
  sell(`${base}/labs/:mutation`, MAX_SMALL_BODY_BYTES);
  sell(`${base}/labs/:mutation(^(?:${withText.join('|')})$)`, MAX_BODY_BYTES);

  app.all(`${base}/journeys`, hooks, async (request, reply) => {
    const { headers, id: requestId, log, ip: address } = request;
    if (paymentHeader(headers) !== null) restTurn(request);
    const report = (counted: Counted) => reportRate(reply, counted);
    const giveWay = () => takeTurnAgain(request);
    const scope = journeyScope(context, gateway, { requestId, log, address, report, giveWay });
    const { seller, journeys } = gateway;
    const answer = await buyJourney(seller, journeys, { text: textOf(request), headers }, scope);
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  });

  /** A program that asks for the price with arguments that mean nothing learns it too; one that paid is asked for no other payment. */
  async function tellPrice({ params, headers }: CallRequest, error: unknown, reply: FastifyReply) {
    const { mutation } = params;
    if (!(error instanceof CallRejectedError && error.status === 400 && isPaidMutation(mutation))) return;
    const prepaid = gateway.seller.plugins.some(
      (plugin) => plugin.prepaid && plugin.prepaid.header in headers,
    );
    if (paymentHeader(headers) === null && !prepaid) reply.headers(await quoteHeaders(gateway, mutation));
  }

  async function allowPages(request: FastifyRequest, reply: FastifyReply) {
    reply.headers(cors);
    if (request.method === 'OPTIONS') return reply.code(204).headers(preflight).send();
    return undefined;
  }

  async function onlyPost(request: FastifyRequest, reply: FastifyReply) {
    if (request.method === 'POST') return undefined;
    const { mutation } = request.params as { mutation?: string };
    const prices = '/.well-known/x402.json';
    const schema = mutation !== undefined && isPaidMutation(mutation) ? `/schemas/${mutation}.json` : null;
    const described = schema
      ? `${schema} describes this call, and ${prices} has its price`
      : `${prices} lists all calls`;
    const message = `${request.method} is not supported. Use POST. GET ${described}. ${SEE_ROOT}`;
    return reply
      .code(405)
      .header('allow', 'POST, OPTIONS')
      .header('link', `<${gateway.config.http.publicUrl}${schema ?? prices}>; rel="describedby"`)
      .send(thrownBody('VALIDATION_FAILED', message, request.id));
  }

  async function limitAddress(request: FastifyRequest, reply: FastifyReply) {
    const take = async (requests: number) => {
      const wait = reportRate(reply, await gateway.limits.ofAddress(request.ip, requests));
      if (wait > 0) throw tooManyRequests(wait);
    };
    await take(1);
    payForBody(request, take);
  }
}

/** What makes a paid call run once is the payment: a second use of it runs nothing. */
async function refuseKey(request: FastifyRequest, reply: FastifyReply) {
  if (request.headers['idempotency-key'] === undefined) return undefined;
  const message = 'A payment is good for one call, so the gateway takes no Idempotency-Key. Omit it.';
  const reason = 'INVALID_IDEMPOTENCY_KEY';
  return refuse(request, reply, new CallRejectedError(400, 'VALIDATION_FAILED', message, { reason }));
}

const textOf = ({ body }: FastifyRequest) => (typeof body === 'string' ? body : '');

/** Codes and reasons of `@labroom/payments` are those of the schema. */
const inSchema = (rejection: CallRejectedError | SchemaRejection): Refusal => rejection;

/** Combines the response formats of the gateway and of `/graphql`. */
function refuse(request: FastifyRequest, reply: FastifyReply, refused: Refusal) {
  const { status, code, message, reason, details, retryAfter, settlement } = refused;
  const wait = retryAfter === undefined ? undefined : Math.ceil(retryAfter);
  if (wait !== undefined) reply.header('retry-after', wait);
  if (settlement) reply.header('payment-response', paymentResponseHeader(settlement));
  const known = {
    ...(reason !== undefined && { reason }),
    ...details,
    ...(wait !== undefined && { retryAfterSeconds: wait }),
  };
  const errors = refused.errors ?? thrownBody(code, message, request.id, known).errors;
  return reply.code(status).send({ isSuccess: false, message, errors });
}
