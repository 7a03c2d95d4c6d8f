import type { PaymentRequirements } from '@x402/core/types';
import { bytesToHex } from 'viem';
import type { Config } from '../../platform/config/config.ts';
import type { Secrets } from '../../platform/config/secrets.ts';
import { authorizerOf } from './channel-chain.ts';
import { CHANNEL_SCHEME } from './channel-payment.ts';

/** The same price, from a channel; `null` where channels do not pay. */
export function channelRequirements(
  { gateway }: Pick<Config, 'gateway'>,
  { channelKeys }: Pick<Secrets, 'channelKeys'>,
  exact: PaymentRequirements,
): PaymentRequirements | null {
  if (!gateway.channels) return null;
  const { withdrawDelay } = gateway.channels;
  const receiverAuthorizer = authorizerOf(bytesToHex(channelKeys[0]));
  return { ...exact, scheme: CHANNEL_SCHEME, extra: { ...exact.extra, receiverAuthorizer, withdrawDelay } };
}
