import type { BoughtCall, CallAnswer } from '@labroom/payments';
import type { FastifyBaseLogger } from 'fastify';
import type { GraphQLRequest } from '#core/ports/operations.ts';

/** Runs a paid mutation in the name of its payer, without other credentials of the caller. Its response is returned unchanged. */
export type Forward = (
  request: GraphQLRequest,
  bought: BoughtCall,
  scope: { requestId: string; log: FastifyBaseLogger },
) => Promise<CallAnswer>;
