import { createOffer, type Offer } from '@labroom/payments';
import type { Config } from '#platform/config/config.ts';
import { type PaidMutation, paidMutations } from '#platform/config/paid-mutations.ts';

/** What people call the service. */
export const PUBLIC_NAME = 'Labroom';

/** The prices of all mutations. Built from the configuration alone: prices can be named while the facilitator is away. */
export function offersOf({ gateway, http }: Pick<Config, 'gateway' | 'http'>): Record<PaidMutation, Offer> {
  const offerOf = (mutation: PaidMutation) =>
    createOffer(gateway, gateway.prices[mutation], {
      // Without the stage, as docs/specification/gateway.md#challenge states. Callers use the URL that they built.
      url: `${http.publicUrl}/x402/labs/${mutation}`,
      description: `One call of ${mutation}`,
    });
  return Object.fromEntries(paidMutations.map((mutation) => [mutation, offerOf(mutation)])) as Record<
    PaidMutation,
    Offer
  >;
}
