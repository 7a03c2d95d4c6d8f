import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import { z } from 'zod';
import { authenticate, type Caller } from '../auth/authenticate.ts';
import type { ServiceContext } from '../context.ts';
import { ServiceError, toServiceError } from '../errors.ts';
import { createExecutor } from '../graphql/execute.ts';
import { QueryDepthLimitReached } from '../graphql/query-depth.ts';
import { buildServiceSchema } from '../graphql/schema.ts';
import { createRateLimit } from '../rate-limits/limit-rate.ts';
import { thrownBody } from './thrown-body.ts';

const bodySchema = z.object({
  query: z.string().min(1),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

/** `POST /graphql`: who is asking first, then what, then the answer in the shape of decisions.md, "Wire". */
export function graphqlDoor(app: FastifyInstance, context: ServiceContext): void {
  const executeGraphQL = createExecutor(buildServiceSchema(), {
    introspection: context.config.http.introspection,
    maxDepth: context.config.http.maxDepth,
  });
  const limitRate = createRateLimit(context);
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
    const outcome = await executeGraphQL(
      { query, variables: variables ?? undefined, operationName: operationName ?? undefined },
      { ...context, caller, requestId: request.id, startedAt: new Date(), log: request.log },
    );
    if ('refused' in outcome) {
      const errors = outcome.refused.map((error) => ({
        ...located(error),
        errorType: outcome.code,
        errorInfo: { requestId: request.id },
      }));
      return reply.code(400).send({ errors });
    }
    const { data, errors } = outcome.result;
    return reply.send(
      errors?.length ? { data, errors: errors.map((error) => failure(error, request)) } : { data },
    );
  });

  async function onlyPost(request: FastifyRequest, reply: FastifyReply) {
    if (request.method === 'POST') return;
    return reply
      .code(405)
      .header('allow', 'POST')
      .send(thrownBody('VALIDATION_FAILED', 'Use POST.', request.id));
  }

  /** Before anything of the body is read. */
  async function identify(request: FastifyRequest, reply: FastifyReply) {
    const caller = await authenticate(context, {
      authorization: request.headers.authorization,
      serviceToken: single(request.headers['x-service-token']),
    });
    if (!caller) {
      const message = 'Send your consumer credential in the Authorization header, without Bearer.';
      return reply.code(401).send(thrownBody('UNAUTHENTICATED', message, request.id));
    }
    callers.set(request, caller);
    const wait = await limitRate(caller);
    if (wait === 0) return;
    return reply
      .code(429)
      .header('retry-after', Math.ceil(wait))
      .send(thrownBody('RATE_LIMITED', 'Too many requests. Retry-After says when to go on.', request.id));
  }
}

/** An error of a field: of the catalogue, in its words; anything else without a word of what it was. */
function failure(error: GraphQLError, request: FastifyRequest) {
  if (error instanceof QueryDepthLimitReached) return { ...located(error), errorType: error.errorType };
  const known = toServiceError(error.originalError ?? new ServiceError('VALIDATION_FAILED', error.message));
  if (known.code === 'INTERNAL_ERROR')
    request.log.error({ err: known.cause, path: error.path }, 'field failed');
  return {
    ...located(error),
    message: known.message,
    errorType: known.code,
    errorInfo: { requestId: request.id, ...known.details },
  };
}

function located({ message, locations, path }: GraphQLError): GraphQLFormattedError {
  return { message, ...(locations && { locations }), ...(path && { path }) };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
