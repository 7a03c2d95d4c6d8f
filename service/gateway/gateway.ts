import type { Offer, Seller } from '@labroom/payments';
import type { JourneyPorts } from '@labroom/payments/journeys';
import type { AnonymousLimit } from '#auth/rate-limits/limit-rate.ts';
import type { Config } from '#platform/config/config.ts';
import type { PaidMutation } from '#platform/config/paid-mutations.ts';
import type { Runner } from '#platform/db/runner.ts';
import type { Forward } from './forward.ts';
import type { PaidOperations } from './paid-operations.ts';

/** What is sold, and who sells it. */
export interface Gateway {
  config: Config;
  seller: Seller;
  offers: Readonly<Record<PaidMutation, Offer>>;
  operations: PaidOperations;
  /** Runs the mutations. */
  forward: Forward;
  runner: Runner;
  limits: AnonymousLimit;
  journeys: JourneyPorts;
}
