import { MAX_BODY_BYTES } from '@labroom/protocol/body-limit';
import { networkOf } from '@labroom/protocol/network-of';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ServiceContext } from '#core/context/context.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { authenticate } from '../auth/authenticate.ts';
import { addressOf, type Caller, provedWallet } from '../auth/caller.ts';
import { ENDED_TOKEN_HEADER, endedTokenOf } from '../auth/ended-token.ts';
import { createRateLimit } from '../auth/rate-limits/limit-rate.ts';
import { answerGraphQL } from '../graphql/answer.ts';
import { answerOnce } from '../graphql/answer-once.ts';
import type { Executor } from '../graphql/execute.ts';
import { keyedMutationLeases } from '../graphql/idempotency-key-store.ts';
import { thrownBody } from '../graphql/thrown-body.ts';
import { Runner } from '../platform/db/runner.ts';
import { guideUrlOf } from './discovery/describe-service.ts';
import { sendGraphiQL, wantsGraphiQL } from './graphiql-page.ts';
import { readBody, readUrl } from './graphql-request.ts';
import { payForBody } from './http/bounded-body.ts';
import { allowPages } from './http/cross-origin.ts';
import { deprecationHeaderNames, deprecationHeaders } from './http/deprecation-headers.ts';
import { type AdmittedCaller, admitAs } from './http/network-admission.ts';
import { requireSingleHeaders, requireUtf8 } from './http/protocol-rules.ts';
import { rateHeaders, reportRate, tooManyRequests } from './http/rate-headers.ts';
import { rejectUnauthenticated } from './http/reject-unauthenticated.ts';
import { responseTypeFor } from './http/response-type.ts';
import { SEE_ROOT } from './http/see-root.ts';

/** The IP address of a web app's visitor. */
const VISITOR_HEADER = 'x-visitor-address';
const visitorSchema = z.union([z.ipv4(), z.ipv6()]).optional();

/** Maximum length of the URL of a `GET` in bytes. Longer documents need `POST`. */
const URL_LIMIT = 8_192;
const METHODS = 'GET, POST';

/** Cookies have no effect here, so a page can act only with credentials that it holds. */
const preflight = {
  'access-control-allow-methods': METHODS,
  'access-control-allow-headers':
    'authorization, content-type, x-api-key, x-service-token, x-wallet-address, idempotency-key, labroom-cost, traceparent',
  'access-control-max-age': '600',
};

/**
 * `POST /graphql`, and `GET` for queries: authenticates the caller, reads the request, and answers as
 * docs/specification/wire.md#answers defines. Credentials are read from headers only, never from the URL.
 */
export function graphqlRoutes(app: FastifyInstance, context: ServiceContext, execute: Executor): void {
  const limitRate = createRateLimit(context);
  const runner = new Runner(context.db, keyedMutationLeases);
  app.addHook('onClose', () => runner.release());
  const pages = {
    allowedOrigins: context.config.http.allowedOrigins,
    exposed: `retry-after, x-request-id, idempotency-replayed, ${ENDED_TOKEN_HEADER}, ${deprecationHeaderNames}, ${rateHeaders}`,
  };
  const callers = new WeakMap<FastifyRequest, { caller: Caller; visitor: string | undefined }>();
  app.removeContentTypeParser('text/plain');

  app.addHook('onSend', async (request, reply, payload) => {
    if (String(reply.getHeader('content-type')).startsWith('application/json'))
      reply.header('content-type', responseTypeFor(request.headers.accept)).header('vary', 'Origin, Accept');
    return payload;
  });

  const hooks = {
    bodyLimit: MAX_BODY_BYTES,
    onRequest: [allowMethod, requireSingleHeaders, identify],
    preParsing: [requireUtf8],
  };
  app.all('/graphql', hooks, async (request, reply) => {
    const queriesOnly = request.method === 'GET';
    const parsed = queriesOnly ? readUrl(request.query) : readBody(request.body);
    if (parsed === 'persisted') return refusePersisted(request, reply);
    if ('rejected' in parsed)
      return reply.code(400).send(thrownBody('VALIDATION_FAILED', parsed.rejected, request.id));
    const identified = callers.get(request);
    if (!identified) throw new Error('The caller was not identified');
    const { caller, visitor } = identified;
    // The first root field was counted before the body was read.
    const { rootFields, answers, deprecation } = execute.facts(parsed.request);
    const further = rootFields - 1;
    const wait = further > 0 ? reportRate(reply, await limitRate(caller, visitor, further)) : 0;
    if (wait > 0) throw tooManyRequests(wait);
    const base = {
      ...context,
      caller,
      visitor: visitor && networkOf(visitor),
      requestId: request.id,
      startedAt: new Date(),
      log: request.log,
    };
    const asked = { ...parsed.request, queriesOnly };
    const key = single(request.headers['idempotency-key']);
    const answer =
      key === undefined || answers === 'fresh'
        ? await answerGraphQL(execute, asked, base)
        : await answerOnce({ context, execute, runner, answers }, asked, base, key);
    if (deprecation) reply.headers(deprecationHeaders(deprecation, guideUrlOf(context.config)));
    if ('isReplayed' in answer) reply.header('idempotency-replayed', 'true');
    if (answer.status === 405) reply.header('allow', 'POST');
    if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds);
    const cost = request.headers['labroom-cost'] === undefined ? null : execute.cost(parsed.request);
    if (answer.endedToken) reply.header(ENDED_TOKEN_HEADER, answer.endedToken.toLowerCase());
    const { body } = answer;
    const extended = cost ? { ...body, extensions: { ...body.extensions, cost } } : body;
    return reply.code(answer.status).send(extended);
  });

  /** A browser that requests HTML gets GraphiQL, if the schema is public. */
  async function allowMethod(request: FastifyRequest, reply: FastifyReply) {
    const mayAsk = allowPages(request, reply, pages);
    const { method, raw } = request;
    if (method === 'POST') return undefined;
    if (method === 'OPTIONS' && mayAsk) return reply.code(204).headers(preflight).send();
    if (method !== 'GET') {
      const message = `${method} is not supported. Use POST, or GET for queries. ${SEE_ROOT}`;
      return reply
        .code(405)
        .header('allow', METHODS)
        .send(thrownBody('VALIDATION_FAILED', message, request.id));
    }
    if (context.config.http.introspection && wantsGraphiQL(request)) return sendGraphiQL(request, reply);
    if ((raw.url?.length ?? 0) <= URL_LIMIT) return undefined;
    const message = `The URL is longer than ${URL_LIMIT} bytes. Use POST.`;
    return reply.code(414).send(thrownBody('VALIDATION_FAILED', message, request.id));
  }

  /** Runs before the body is read. */
  async function identify(request: FastifyRequest, reply: FastifyReply) {
    const caller = await authenticate(context, {
      authorization: request.headers.authorization,
      serviceToken: single(request.headers['x-service-token']),
      apiKey: single(request.headers['x-api-key']),
      walletAddress: single(request.headers['x-wallet-address']),
    });
    if (caller instanceof ServiceError) return rejectUnauthenticated(request, reply, caller);
    const named = single(request.headers[VISITOR_HEADER]);
    const visitor = visitorSchema.safeParse(addressOf(caller, request.ip, named));
    if (!visitor.success) {
      const message = `${VISITOR_HEADER} must be one IP address.`;
      return reply.code(400).send(thrownBody('VALIDATION_FAILED', message, request.id));
    }
    callers.set(request, { caller, visitor: visitor.data });
    const ended = endedTokenOf(caller);
    if (ended) reply.header(ENDED_TOKEN_HEADER, ended.toLowerCase());
    admitAs(request, admittedCaller(caller, visitor.data));
    payForBody(request, async (requests) => {
      const wait = reportRate(reply, await limitRate(caller, visitor.data, requests));
      if (wait > 0) throw tooManyRequests(wait);
    });
    const wait = reportRate(reply, await limitRate(caller, visitor.data));
    if (wait > 0) throw tooManyRequests(wait);
    return undefined;
  }
}

/**
 * Clients that send the hash of a document send the document itself after exactly this message. Status 200, because some of them
 * read no other answer.
 */
function refusePersisted(request: FastifyRequest, reply: FastifyReply) {
  const reason = 'PERSISTED_QUERY_NOT_SUPPORTED';
  return reply
    .code(200)
    .send(thrownBody('VALIDATION_FAILED', 'PersistedQueryNotSupported', request.id, { reason }));
}

/** A session has the buckets of its wallet. A web app counts the pages of its visitors itself. */
function admittedCaller(caller: Caller, visitor: string | undefined): AdmittedCaller {
  const { id, issuedTo } = caller.consumer;
  if (visitor === undefined) return { consumer: id };
  return { network: networkOf(visitor), isMetered: issuedTo !== null && provedWallet(caller) === null };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
