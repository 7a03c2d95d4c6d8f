import type { PaymentRequirements } from '@x402/core/types';
import type { Hex } from 'viem';
import type { PaymentPlugin } from '../sale/seller.ts';
import { authorizerOf } from './channel-chain.ts';
import type { ChannelTerms } from './channel-config.ts';
import { CHANNEL_SCHEME } from './channel-payment.ts';
import type { ChannelPorts } from './channel-ports.ts';
import { callByChannel } from './pay-by-channel.ts';

/** The same price, from a channel. */
export const channelRequirements = (
  { withdrawDelay }: ChannelTerms,
  key: Hex,
  exact: PaymentRequirements,
): PaymentRequirements => ({
  ...exact,
  scheme: CHANNEL_SCHEME,
  extra: { ...exact.extra, receiverAuthorizer: authorizerOf(key), withdrawDelay },
});

/** Calls that vouchers of a payment channel pay for (docs/specification/gateway.md#payment-channels). */
export function channelPlugin(ports: ChannelPorts): PaymentPlugin {
  return {
    scheme: {
      name: CHANNEL_SCHEME,
      requirementsOf: (exact) => channelRequirements(ports.terms, ports.keys[0], exact),
      sell: (seller, ...call) => callByChannel({ ...ports, seller }, ...call),
    },
  };
}
