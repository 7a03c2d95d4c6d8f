import type { FastifyReply, FastifyRequest } from 'fastify';
import { createAnonymousLimit } from '../auth/rate-limits/limit-rate.ts';
import { networkOf } from '../auth/rate-limits/network-of.ts';
import type { ServiceContext } from '../context.ts';
import { Admission } from '../platform/admission/admission.ts';
import { payForBody } from './bounded-body.ts';
import { reportRate, tooManyRequests } from './rate-headers.ts';

/**
 * Bounds the reads of callers without a credential, per process: many addresses together leave connections to callers with
 * a credential, and one address leaves some to others.
 */
export class AnonymousReads {
  readonly #limit: ReturnType<typeof createAnonymousLimit>;
  readonly #ofNetwork = new Admission({
    atOnce: 2,
    maxWaiting: 32,
    maxWaitMs: 10_000,
    refuse: tooManyRequests,
  });
  readonly #ofAll = new Admission({ atOnce: 8, maxWaiting: 256, maxWaitMs: 10_000, refuse: tooManyRequests });

  constructor(context: ServiceContext) {
    this.#limit = createAnonymousLimit(context);
  }

  /**
   * Takes a request from the bucket of the address, and more for a large body.
   * @throws ServiceError `RATE_LIMITED` if none is left
   */
  async take(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const take = async (requests: number) => {
      const wait = reportRate(reply, await this.#limit.ofAddress(request.ip, requests));
      if (wait > 0) throw tooManyRequests(wait);
    };
    await take(1);
    payForBody(request, take);
  }

  /** Runs a read when few enough are in progress. @throws ServiceError `RATE_LIMITED` if too many wait, or for too long */
  run<Value>({ ip }: FastifyRequest, read: () => Promise<Value>): Promise<Value> {
    return this.#ofNetwork.run(networkOf(ip), () => this.#ofAll.run('all', read));
  }
}
