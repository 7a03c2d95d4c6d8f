import type { PaymentPayload } from '@x402/core/types';
import type { Offer } from '../payment/offer.ts';
import type { Seller } from './seller.ts';

/** The payment as the facilitator gets it: with the seller's own description of the resource, never the client's. */
export function withDiscovery(
  { name: serviceName }: Pick<Seller, 'name'>,
  payment: PaymentPayload,
  { resource, extensions }: Offer,
): PaymentPayload {
  return {
    ...payment,
    resource: { ...resource, serviceName },
    extensions: { bazaar: extensions.bazaar },
  };
}
