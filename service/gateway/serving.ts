import type { PaymentRequirements } from '@x402/core/types';
import type { ServiceTokenBearer } from '../auth/caller.ts';
import type { UpstreamAnswer } from './forward.ts';
import type { ListedOffer } from './offers/offers.ts';
import type { Sold } from './parse-paid-call.ts';

/** What was bought, and what runs it with a token. */
export interface Serving {
  call: Sold;
  run(token: ServiceTokenBearer, id: string): Promise<UpstreamAnswer>;
}

/** The same, for a voucher of a payment channel. */
export interface ChannelCall extends Serving {
  offer: ListedOffer;
  requirements: PaymentRequirements;
}
