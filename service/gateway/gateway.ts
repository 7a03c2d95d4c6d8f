import type { JourneyPorts } from '@labroom/payments/journeys';
import type { AnonymousLimit } from '#auth/rate-limits/limit-rate.ts';
import type { Config } from '#platform/config/config.ts';
import type { Runner } from '#platform/db/runner.ts';
import type { PaidOperations } from './paid-operations.ts';
import type { Sales } from './sell-call.ts';

/** What routes and tools need to sell mutations and journeys. */
export interface Gateway extends Sales {
  config: Config;
  operations: PaidOperations;
  runner: Runner;
  limits: AnonymousLimit;
  journeys: JourneyPorts;
}
