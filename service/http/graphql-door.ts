import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { authenticate, type Caller } from '../auth/authenticate.ts';
import type { ServiceContext } from '../context.ts';
import { answerGraphQL } from '../graphql/answer.ts';
import type { Executor } from '../graphql/execute.ts';
import { createRateLimit } from '../rate-limits/limit-rate.ts';
import { allowPages } from './cross-origin.ts';
import { sendGraphiQL, wantsGraphiQL } from './graphiql-page.ts';
import { thrownBody } from './thrown-body.ts';

/** Where the visitor of a web app is. */
const VISITOR_HEADER = 'x-visitor-address';
const visitorSchema = z.union([z.ipv4(), z.ipv6()]).optional();

const bodySchema = z.object({
  query: z.string().min(1),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

/** No cookie counts here, so a page acts for nobody but those whose credentials it holds. */
const preflight = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'authorization, content-type, x-api-key, x-service-token, x-wallet-address, traceparent',
  'access-control-max-age': '600',
};

/** `POST /graphql`: who is asking first, then what, then the answer in the shape of decisions.md, "Wire". */
export function graphqlDoor(app: FastifyInstance, context: ServiceContext, execute: Executor): void {
  const limitRate = createRateLimit(context);
  const pages = {
    allowedOrigins: context.config.http.allowedOrigins,
    exposed: 'Retry-After, X-Request-Id',
  };
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.removeContentTypeParser('text/plain');

  app.all('/graphql', { onRequest: [onlyPost, identify] }, async (request, reply) => {
    const body = bodySchema.safeParse(request.body);
    const caller = callers.get(request);
    if (!body.success || !caller) {
      return reply
        .code(400)
        .send(thrownBody('VALIDATION_FAILED', 'Send one JSON object with a query.', request.id));
    }
    const { query, variables, operationName } = body.data;
    const answer = await answerGraphQL(
      execute,
      { query, variables: variables ?? undefined, operationName: operationName ?? undefined },
      { ...context, caller, requestId: request.id, startedAt: new Date(), log: request.log },
    );
    if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds);
    return reply.code(answer.status).send(answer.body);
  });

  /** Others than programs get a page to try it in, where the schema may be known. */
  async function onlyPost(request: FastifyRequest, reply: FastifyReply) {
    const mayAsk = allowPages(request, reply, pages);
    if (request.method === 'POST') return undefined;
    if (request.method === 'OPTIONS' && mayAsk) return reply.code(204).headers(preflight).send();
    const { introspection } = context.config.http;
    if (introspection && wantsGraphiQL(request)) return sendGraphiQL(request, reply);
    return reply
      .code(405)
      .header('allow', introspection ? 'GET, POST' : 'POST')
      .send(thrownBody('VALIDATION_FAILED', 'Use POST.', request.id));
  }

  /** Before anything of the body is read. */
  async function identify(request: FastifyRequest, reply: FastifyReply) {
    const caller = await authenticate(context, {
      authorization: request.headers.authorization,
      serviceToken: single(request.headers['x-service-token']),
      apiKey: single(request.headers['x-api-key']),
      walletAddress: single(request.headers['x-wallet-address']),
    });
    if (!caller) {
      const message = 'Send your consumer credential in the Authorization header, without Bearer.';
      return reply.code(401).send(thrownBody('UNAUTHENTICATED', message, request.id));
    }
    callers.set(request, caller);
    // From any other consumer it says nothing: whoever could name visitors would have as many buckets as there are addresses.
    const named = caller.consumer.namesVisitors ? single(request.headers[VISITOR_HEADER]) : undefined;
    const visitor = visitorSchema.safeParse(named);
    if (!visitor.success) {
      const message = `${VISITOR_HEADER} is one IP address.`;
      return reply.code(400).send(thrownBody('VALIDATION_FAILED', message, request.id));
    }
    const wait = await limitRate(caller, visitor.data);
    if (wait === 0) return;
    return reply
      .code(429)
      .header('retry-after', Math.ceil(wait))
      .send(thrownBody('RATE_LIMITED', 'Too many requests. Retry-After says when to go on.', request.id));
  }
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
