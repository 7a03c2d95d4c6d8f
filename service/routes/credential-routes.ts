import { credentialMaxDays, credentialMessage } from '@labroom/protocol/credential';
import { networkOf } from '@labroom/protocol/network-of';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ServiceContext } from '#core/context/context.ts';
import { siteOf } from '#core/rights/signed-message.ts';
import type { ErrorCode } from '#platform/errors/errors.ts';
import { type Caller, WALLETS } from '../auth/caller.ts';
import { consumerWithoutCredential } from '../auth/consumer-credential.ts';
import { answerGraphQL } from '../graphql/answer.ts';
import type { Executor } from '../graphql/execute.ts';
import { thrownBody } from '../graphql/thrown-body.ts';
import { mostCredentials } from '../operations/credentials/credential-store.ts';
import { createAddressLimit } from './http/address-limit.ts';
import { requireUtf8 } from './http/protocol-rules.ts';
import { rateHeaders } from './http/rate-headers.ts';

const ROUTE = '/credentials';

const ISSUE = `mutation ($input: ConsumerCredentialInput!, $signature: String!) {
  issueConsumerCredential(input: $input, signature: $signature) {
    credential consumerId expiresAt message error { code message requestId retryable details }
  }
}`;

/** Requests that the issue of a credential counts as: it verifies a signature, and adds a row. */
const weight = 20;

const statusOf: Partial<Record<ErrorCode, number>> = {
  VALIDATION_FAILED: 400,
  UNAUTHENTICATED: 401,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  UPSTREAM_UNAVAILABLE: 503,
};

/** The caller of a request without a credential. It may only issue one. */
const caller: Caller = {
  consumer: consumerWithoutCredential(WALLETS, ['issueConsumerCredential']),
  wallet: { kind: 'none' },
};

const bodySchema = z.strictObject({ input: z.record(z.string(), z.unknown()), signature: z.string() });

interface Issued {
  error: { code: ErrorCode; message: string; requestId: string; details: string | null } | null;
}

/**
 * `/credentials`, without a credential: `GET` says what a wallet signs, `POST` issues it a consumer credential for the signature, as the
 * operation `issueConsumerCredential` does. Pages of all origins may use it: only the signature counts.
 */
export function credentialRoutes(app: FastifyInstance, context: ServiceContext, execute: Executor): void {
  const takeFromAddress = createAddressLimit(context);
  const { domain, types, primaryType } = credentialMessage(
    { chainId: context.config.chain.id, site: '', wallet: '0x', issuedAt: '' },
    { label: '', mutations: null, labs: null, perMinute: null, expiresAt: '' },
  );
  const site = siteOf(context);

  app.addHook('onRequest', async (_, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': `retry-after, x-request-id, ${rateHeaders}`,
    });
  });

  app.options(ROUTE, async (_, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'content-type',
      })
      .send(),
  );

  app.get(ROUTE, async (_, reply) =>
    reply.header('cache-control', 'public, max-age=300').send({
      site,
      chainId: context.config.chain.id,
      typedData: { domain, types, primaryType },
      longestDays: credentialMaxDays,
      mostValid: mostCredentials,
    }),
  );

  const takeWeight = async (request: FastifyRequest, reply: FastifyReply) =>
    takeFromAddress(request, reply, weight);

  app.post(ROUTE, { onRequest: takeWeight, preParsing: [requireUtf8] }, async (request, reply) => {
    const variables = bodySchema.safeParse(request.body);
    if (!variables.success)
      return fail(
        request,
        reply,
        'VALIDATION_FAILED',
        'The body must be {"input": {…}, "signature": "0x…"}.',
      );
    const base = {
      ...context,
      caller,
      visitor: networkOf(request.ip),
      requestId: request.id,
      startedAt: new Date(),
      log: request.log,
    };
    const answer = await answerGraphQL(execute, { query: ISSUE, variables: variables.data }, base);
    if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds);
    const { data } = answer.body as { data?: { issueConsumerCredential: Issued } };
    if (!data) return reply.code(answer.status).send(answer.body);
    const { error, ...issued } = data.issueConsumerCredential;
    reply.header('cache-control', 'no-store');
    return error
      ? fail(request, reply, error.code, error.message, JSON.parse(error.details ?? '{}'))
      : reply.code(201).send(issued);
  });
}

function fail(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  message: string,
  details?: Record<string, unknown>,
) {
  return reply.code(statusOf[code] ?? 500).send(thrownBody(code, message, request.id, details));
}
