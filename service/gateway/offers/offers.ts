import type { PaymentRequired, PaymentRequirements, SettleResponse } from '@x402/core/types';
import type { Config } from '#platform/config/config.ts';
import { type PaidMutation, paidMutations } from '#platform/config/paid-mutations.ts';

/** The price of a mutation as x402 requirements. */
export interface Offer {
  requirements: PaymentRequirements;
  /** The same price from a payment channel, if channels pay. */
  channel?: PaymentRequirements | null;
  resource: PaymentRequired['resource'];
}

/** An offer as a 402 has it, with what the call does and the extensions of x402 that describe it. */
export interface ListedOffer extends Offer {
  extensions: Record<string, unknown>;
}

/** What people call the service. */
export const PUBLIC_NAME = 'Labroom';

/** `maxTimeoutSeconds` of the challenge (docs/specification/gateway.md#challenge). */
const PAYMENT_SECONDS = 300;

/** Built from the configuration alone: prices can be named while the facilitator is away. */
export function offersOf({ gateway, http }: Pick<Config, 'gateway' | 'http'>): Record<PaidMutation, Offer> {
  const offerOf = (mutation: PaidMutation): Offer => ({
    requirements: {
      scheme: 'exact',
      network: gateway.network,
      amount: gateway.prices[mutation],
      asset: gateway.asset,
      payTo: gateway.payTo,
      maxTimeoutSeconds: PAYMENT_SECONDS,
      extra: { ...gateway.domain },
    },
    resource: {
      // Without the stage, as docs/specification/gateway.md#challenge states. Callers use the URL that they built.
      url: `${http.publicUrl}/x402/labs/${mutation}`,
      description: `One call of ${mutation}`,
      mimeType: 'application/json',
    },
  });
  return Object.fromEntries(paidMutations.map((mutation) => [mutation, offerOf(mutation)])) as Record<
    PaidMutation,
    Offer
  >;
}

/** `error` of a 402 to a request without a payment. */
export const PAYMENT_NEEDED = 'Payment required';

export function paymentRequiredHeader(
  { requirements, channel, resource, extensions }: ListedOffer,
  error: string,
  channelState?: Record<string, unknown>,
): string {
  const byChannel = channel ? [{ ...channel, extra: { ...channel.extra, ...channelState } }] : [];
  const accepts = [requirements, ...byChannel];
  // Who is told about a channel has the description of the call already; headers are limited.
  const required: PaymentRequired = {
    ...{ x402Version: 2, error, resource, accepts },
    ...(!channelState && { extensions }),
  };
  return base64Json(required);
}

export function paymentResponseHeader(settlement: SettleResponse): string {
  return base64Json(settlement);
}

function base64Json(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
