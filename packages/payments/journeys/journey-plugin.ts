import type { PaymentPlugin } from '../sale/seller.ts';
import { callOfJourney } from './call-of-journey.ts';
import type { JourneyPorts } from './journey-ports.ts';

/** Calls that were paid for together, and are sent one by one with the header `Payment-Journey`. */
export const journeyPlugin = ({ store }: Pick<JourneyPorts, 'store'>): PaymentPlugin => ({
  prepaid: {
    header: 'payment-journey',
    serve: (seller, request, purchase, journey, scope) =>
      callOfJourney({ seller, store }, request, { ...purchase, journey }, scope),
  },
});
