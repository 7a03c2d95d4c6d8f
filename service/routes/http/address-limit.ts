import type { FastifyReply, FastifyRequest } from 'fastify';
import { createAnonymousLimit } from '#auth/rate-limits/limit-rate.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { payForBody } from './bounded-body.ts';
import { reportRate, tooManyRequests } from './rate-headers.ts';

/**
 * Takes requests from the bucket of the address that sends, one by default, and further ones for a large body.
 * @throws ServiceError `RATE_LIMITED` if too few are left
 */
export type AddressLimit = (request: FastifyRequest, reply: FastifyReply, requests?: number) => Promise<void>;

export function createAddressLimit(context: Pick<ServiceContext, 'db' | 'config'>): AddressLimit {
  const limit = createAnonymousLimit(context);
  return async (request, reply, requests = 1) => {
    const take = async (count: number) => {
      const wait = reportRate(reply, await limit.ofAddress(request.ip, count));
      if (wait > 0) throw tooManyRequests(wait);
    };
    await take(requests);
    payForBody(request, take);
  };
}
