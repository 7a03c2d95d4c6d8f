import type { FastifyBaseLogger } from 'fastify';
import type { ServiceContext } from '#service/core/context/context.ts';
import type { ErrorCode } from '#service/platform/errors/errors.ts';
import { consumerWithoutCredential } from '../auth/consumer-credential.ts';
import type { ServiceTokenBearer } from '../auth/service-token.ts';
import { answerGraphQL } from '../graphql/answer.ts';
import type { Executor, GraphQLRequest } from '../graphql/execute.ts';

/** The mutation's response, returned to the caller unchanged. */
export interface UpstreamAnswer {
  status: number;
  /** JSON. */
  body: unknown;
  /** Code of the error that the mutation reported in-band. */
  inBandError?: ErrorCode;
  /** With 429 and 503. */
  retryAfterSeconds?: number;
}

/** Runs a paid mutation with the token that the payment bought, without other credentials of the caller. */
export type Forward = (
  request: GraphQLRequest,
  token: ServiceTokenBearer,
  scope: { requestId: string; log: FastifyBaseLogger },
) => Promise<UpstreamAnswer>;

/** The gateway as a consumer. */
const consumer = consumerWithoutCredential('gateway', null);

/** Runs in this process, with the executor of `/graphql`. */
export function forwardInProcess(context: ServiceContext, execute: Executor): Forward {
  return (request, token, { requestId, log }) => {
    const caller = { consumer, wallet: { kind: 'service-token', ...token } as const };
    const scope = { caller, visitor: undefined, requestId, log, startedAt: new Date() };
    return answerGraphQL(execute, request, { ...context, ...scope });
  };
}
