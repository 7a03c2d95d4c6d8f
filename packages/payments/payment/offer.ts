import type { PaymentRequired, PaymentRequirements, SettleResponse } from '@x402/core/types';

import { paymentIdentifierExtension } from './payment-identifier.ts';

/** The price of a call as x402 requirements, and what a 402 says about the call. */
export interface Offer {
  requirements: PaymentRequirements;
  /** The same price by other schemes, which plug-ins take. */
  others?: readonly PaymentRequirements[];
  resource: PaymentRequired['resource'];
  /** Extensions of x402 that describe the call, by name. */
  extensions: Record<string, unknown>;
}

/** What all calls of a seller cost in: a token that takes signed transfers (EIP-3009). */
export interface OfferTerms {
  /** CAIP-2, e.g. `eip155:8453`. */
  network: `${string}:${string}`;
  asset: string;
  /** EIP-712 domain of the asset. */
  domain: { name: string; version: string };
  payTo: string;
}

/** `maxTimeoutSeconds` of the challenge (docs/specification/gateway.md#challenge). */
const PAYMENT_SECONDS = 300;

/**
 * The offer of a call for one transfer.
 * @param amount in the asset's smallest unit
 */
export function createOffer(
  { network, asset, domain, payTo }: OfferTerms,
  amount: string,
  { url, description }: { url: string; description: string },
): Offer {
  return {
    requirements: {
      scheme: 'exact',
      network,
      amount,
      asset,
      payTo,
      maxTimeoutSeconds: PAYMENT_SECONDS,
      extra: { ...domain },
    },
    resource: { url, description, mimeType: 'application/json' },
    extensions: { ...paymentIdentifierExtension },
  };
}

/** `error` of a 402 to a request without a payment. */
export const PAYMENT_NEEDED = 'Payment required';

/** The header `payment-required` of a 402. */
export function paymentRequiredHeader(
  { requirements, others = [], resource, extensions }: Offer,
  error: string = PAYMENT_NEEDED,
  schemeState?: Record<string, unknown>,
): string {
  const byOthers = others.map((other) => ({ ...other, extra: { ...other.extra, ...schemeState } }));
  const accepts = [requirements, ...byOthers];
  // Who is told a state has the description of the call already; headers are limited.
  const required: PaymentRequired = {
    ...{ x402Version: 2, error, resource, accepts },
    ...(!schemeState && { extensions }),
  };
  return base64Json(required);
}

/** The header `payment-response` of an answer. */
export function paymentResponseHeader(settlement: SettleResponse): string {
  return base64Json(settlement);
}

function base64Json(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
