import type { CallAnswer } from '@labroom/payments';
import type { FastifyBaseLogger } from 'fastify';
import type { GraphQLRequest } from '#core/ports/operations.ts';
import type { ServiceTokenBearer } from '../auth/service-token.ts';

/** Runs a paid mutation with the token that the payment bought, without other credentials of the caller. Its response is returned unchanged. */
export type Forward = (
  request: GraphQLRequest,
  token: ServiceTokenBearer,
  scope: { requestId: string; log: FastifyBaseLogger },
) => Promise<CallAnswer>;
