import type { PaymentPayload } from '@x402/core/types';
import { type ListedOffer, PUBLIC_NAME } from '../offers/offers.ts';

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
