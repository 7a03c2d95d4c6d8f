import type { Offer, PaymentPlugin } from '@labroom/payments';
import type { GraphQLSchema } from 'graphql';
import { terseBazaarOfCall } from '#gateway/extensions/bazaar.ts';
import { offersOf } from '#gateway/offers/offers.ts';
import type { Config } from '#platform/config/config.ts';
import { type PaidMutation, paidMutations } from '#platform/config/paid-mutations.ts';
import { describePaidCall } from './describe-paid-call.ts';

/**
 * The offers of all paid mutations, with what the schema says about them.
 * @param plugins that take other payments for them
 */
export function listOffers(
  config: Pick<Config, 'environment' | 'http' | 'gateway'>,
  schema: GraphQLSchema,
  plugins: readonly PaymentPlugin[] = [],
): Record<PaidMutation, Offer> {
  const offers = offersOf(config);
  const listed = paidMutations.map((mutation): [PaidMutation, Offer] => {
    const call = describePaidCall(config, schema, mutation, offers[mutation]);
    const { requirements } = call.offer;
    const extensions = { bazaar: terseBazaarOfCall(call), ...call.offer.extensions };
    const others = plugins.flatMap(({ scheme }) => (scheme ? [scheme.requirementsOf(requirements)] : []));
    return [mutation, { ...call.offer, others, extensions }];
  });
  return Object.fromEntries(listed) as Record<PaidMutation, Offer>;
}
