import type { GraphQLSchema } from 'graphql';
import { terseBazaarExtension } from '#gateway/extensions/bazaar.ts';
import { PAYMENT_IDENTIFIER, paymentIdentifierExtension } from '#gateway/extensions/payment-identifier.ts';
import { type ListedOffer, offersOf } from '#gateway/offers/offers.ts';
import type { Config } from '#platform/config/config.ts';
import { type PaidMutation, paidMutations } from '#platform/config/paid-mutations.ts';
import { describePaidCall } from './describe-paid-call.ts';

/** The offers of all paid mutations, with what the schema says about them. */
export function listOffers(
  config: Pick<Config, 'environment' | 'http' | 'gateway'>,
  schema: GraphQLSchema,
): Record<PaidMutation, ListedOffer> {
  const offers = offersOf(config);
  const listed = paidMutations.map((mutation): [PaidMutation, ListedOffer] => {
    const call = describePaidCall(config, schema, mutation, offers[mutation]);
    const extensions = {
      bazaar: terseBazaarExtension(call),
      [PAYMENT_IDENTIFIER]: paymentIdentifierExtension,
    };
    return [mutation, { ...call.offer, extensions }];
  });
  return Object.fromEntries(listed) as Record<PaidMutation, ListedOffer>;
}
