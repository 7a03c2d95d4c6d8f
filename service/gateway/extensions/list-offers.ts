import type { PaymentPayload } from '@x402/core/types';
import type { GraphQLSchema } from 'graphql';
import type { Config } from '../../platform/config/config.ts';
import { type PaidMutation, paidMutations } from '../../platform/config/paid-mutations.ts';
import { type ListedOffer, offersOf, PUBLIC_NAME } from '../offers.ts';
import { terseBazaarExtension } from './bazaar.ts';
import { describePaidCall } from './describe-paid-call.ts';
import { PAYMENT_IDENTIFIER, paymentIdentifierExtension } from './payment-identifier.ts';

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

/** The payment as the facilitator gets it: with the gateway's own description of the resource, never the client's. */
export function withDiscovery(
  payment: PaymentPayload,
  { resource, extensions }: ListedOffer,
): PaymentPayload {
  return {
    ...payment,
    resource: { ...resource, serviceName: PUBLIC_NAME },
    extensions: { bazaar: extensions.bazaar },
  };
}
