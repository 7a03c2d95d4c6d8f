import { networkOf } from '@labroom/protocol/network-of';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import { withOclIds } from '#core/labs/name-labs.ts';
import type { ErrorCode } from '#platform/errors/errors.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { toServiceError } from '#platform/failures/to-service-error.ts';
import type { Caller } from '../../auth/caller.ts';
import { consumerWithoutCredential } from '../../auth/consumer-credential.ts';
import { answerGraphQL } from '../../graphql/answer.ts';
import type { Executor } from '../../graphql/execute.ts';
import { thrownBody } from '../../graphql/thrown-body.ts';
import { publicDownload } from '../../operations/files/public-download.ts';
import { createAddressLimit } from '../http/address-limit.ts';
import {
  onlyPublicReads,
  type PublicDocument,
  renderDocument,
  sendDocument,
} from '../http/public-document.ts';
import type { PublicRoute } from './describe-resource.ts';
import { KeptAnswers } from './kept-answers.ts';
import { putLinks } from './links.ts';
import { readParameters, type Sent } from './read-parameters.ts';
import { type PublicResource, resources } from './resources.ts';

/** How long caches may give an answer again. This process gives it again for a third of that. */
const maxAgeSeconds = 30;
const freshMs = 10_000;
const keptBytes = 64 * 1024 * 1024;

const TYPE = 'application/json; charset=utf-8';

const statusOf: Partial<Record<ErrorCode, number>> = {
  VALIDATION_FAILED: 400,
  INVALID_INPUT: 400,
  UNAUTHORIZED: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  UPSTREAM_UNAVAILABLE: 503,
  TIMEOUT: 503,
};

/** A reader without a credential. */
const caller: Caller = { consumer: consumerWithoutCredential('public', []), wallet: { kind: 'none' } };

interface Failure {
  message: string;
  errorType: ErrorCode;
  errorInfo?: { details: Record<string, unknown> };
}

/**
 * Public data as JSON, for everyone: each route executes its stored document as a reader without a credential
 * (docs/specification/public-data.md). Only answers that must be read cost a request of the address.
 */
export function publicDataRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  execute: Executor,
  routes: readonly PublicRoute[],
): void {
  const takeFromAddress = createAddressLimit(context);
  const answers = new KeptAnswers({ freshMs, bytes: keptBytes });
  const baseUrl = context.config.http.publicUrl;

  app.setErrorHandler((error, request, reply) => refuse(request, reply, error));

  for (const route of routes) {
    const resource = resources.find(({ name }) => name === route.name);
    const pattern = route.path.replace('/{path}', '/*').replaceAll(/\{(\w+)\}/g, ':$1');
    app.all(pattern, { onRequest: onlyPublicReads }, async (request, reply) => {
      const parameters = await withOclIds(context.db, readParameters(route.parameters, sentWith(request)));
      if (!resource) {
        const url = await admitted(request, reply, () =>
          publicDownload({ ...context, startedAt: new Date() }, parameters),
        );
        return reply.redirect(url, 302);
      }
      const key = JSON.stringify([route.name, parameters]);
      const load = () => readResource(resource, parameters, request);
      const answer = resource.isReadAnew
        ? await admitted(request, reply, () => answers.readNow(key, load))
        : ((await answers.find(key)) ?? (await admitted(request, reply, () => answers.read(key, load))));
      reply.headers({
        ...(resource.isReadAnew
          ? { 'cache-control': 'public, no-cache' }
          : {
              'cache-control': `public, max-age=${maxAgeSeconds}`,
              age: Math.floor(answers.ageOf(answer) / 1_000),
            }),
        vary: 'Accept-Encoding',
      });
      return sendDocument(request, reply, answer.document, answer.lastModified);
    });
  }

  /** Runs a read when the address has requests left. */
  async function admitted<Value>(
    request: FastifyRequest,
    reply: FastifyReply,
    read: () => Promise<Value>,
  ): Promise<Value> {
    await takeFromAddress(request, reply);
    return read();
  }

  async function readResource(
    { document, missing }: PublicResource,
    variables: Record<string, unknown>,
    request: FastifyRequest,
  ): Promise<PublicDocument> {
    const { body, retryAfterSeconds } = await answerGraphQL(
      execute,
      { query: document, variables, queriesOnly: true },
      {
        ...context,
        caller,
        visitor: networkOf(request.ip),
        requestId: request.id,
        startedAt: new Date(),
        log: request.log,
      },
    );
    const { data, errors = [] } = body as { data?: object | null; errors?: Failure[] };
    const [failure] = errors;
    if (failure) throw errorOf(failure, retryAfterSeconds);
    const found = putLinks(data, { baseUrl, oclId: String(variables.oclId).toLowerCase() });
    if (found === null) throw new ServiceError('NOT_FOUND', missing ?? 'Not found.');
    return renderDocument(TYPE, `${JSON.stringify(found)}\n`);
  }
}

/** The error again. An answer that several requests wait for names the request of each. */
function errorOf({ errorType, message, errorInfo }: Failure, retryAfterSeconds: number | undefined) {
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return new ServiceError(errorType, message, { details: errorInfo?.details ?? {}, ...wait });
}

/** Parameters of path and query as they were sent. */
function sentWith({ params, query }: FastifyRequest): Sent {
  const { '*': path, ...named } = params as Record<string, string>;
  const inPath = { ...named, ...(path !== undefined && { path }) };
  // A query string cannot replace what the path names.
  const twice = Object.keys(inPath).find((name) => name in (query as object));
  if (twice !== undefined)
    throw new ServiceError('VALIDATION_FAILED', `The path has the parameter "${twice}" already.`);
  return { ...(query as Sent), ...inPath };
}

function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { code, message, details, retryAfterSeconds, cause } = toServiceError(error);
  const status = statusOf[code] ?? 500;
  if (status >= 500) request.log.error({ err: cause ?? error }, 'request failed');
  const wait = retryAfterSeconds ?? (status === 503 ? 1 : undefined);
  if (wait !== undefined) reply.header('retry-after', wait);
  const known = { ...details, ...(wait !== undefined && { retryAfterSeconds: wait }) };
  return reply.code(status).send(thrownBody(code, message, request.id, known));
}
