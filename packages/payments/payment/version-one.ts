import type { Offer } from './offer.ts';

const SENTENCE =
  'x402 version 1 is not supported: use a client of version 2, such as @x402/fetch or @x402/axios';

/** Names that version 1 has for networks. Clients of it know no others. */
const networkNames: Readonly<Record<string, string>> = {
  'eip155:8453': 'base',
  'eip155:84532': 'base-sepolia',
};

/**
 * What the body of a 402 has for clients of x402 version 1, which read the price from it: a price of a scheme that they do not know. Their
 * error shows the name of the scheme, which is a sentence. Without it they fail on a missing list.
 */
export function versionOneBody({ requirements, resource }: Offer): Record<string, unknown> {
  const { network, amount, payTo, asset, maxTimeoutSeconds, extra } = requirements;
  const accepted = {
    scheme: SENTENCE,
    network: networkNames[network] ?? 'base-sepolia',
    maxAmountRequired: amount,
    resource: resource.url,
    description: SENTENCE,
    mimeType: 'application/json',
    payTo,
    maxTimeoutSeconds,
    asset,
    extra,
  };
  return { x402Version: 2, accepts: [accepted] };
}
