import type { FastifyBaseLogger } from 'fastify';
import type { Counted } from '../auth/rate-limits/limit-rate.ts';

/** Id and logger of the request. */
export interface ReportedScope {
  requestId: string;
  log: FastifyBaseLogger;
  /** Tells the caller what its buckets hold. Returns the seconds to wait. */
  report(counted: Counted): number;
}
