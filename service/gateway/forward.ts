import type { FastifyBaseLogger } from 'fastify';
import type { GraphQLRequest } from '#core/ports/operations.ts';
import type { ErrorCode } from '#platform/errors/errors.ts';
import type { ServiceTokenBearer } from '../auth/caller.ts';

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
