import { MOST_CALLS } from '@labroom/protocol/journey';
import { bazaarOfCall } from '../../gateway/extensions/bazaar.ts';
import type { ServiceDescription } from './describe-service.ts';

/**
 * `/.well-known/x402.json`. No standard defines it, so it serves both forms in use: `resources`, a list of URLs, and `items`,
 * each a resource of the x402 discovery API with its extension `bazaar`.
 */
export function paidCallsDocument(service: ServiceDescription): object {
  const items = service.paidCalls.map((call) => ({
    resource: call.url,
    type: 'http',
    x402Version: 2,
    method: 'POST',
    description: call.summary,
    mimeType: 'application/json',
    serviceName: service.name,
    price: call.price,
    accepts: [call.offer.requirements],
    /** What the 402 says in `payment-required`. */
    paymentRequired: {
      x402Version: 2,
      resource: call.offer.resource,
      accepts: [call.offer.requirements],
    },
    lastUpdated: service.startedAt.toISOString(),
    schema: `${service.url}${call.schemaPath}`,
    foresee: `${call.url}/foresee`,
    needsIntent: call.needsIntent,
    extensions: { bazaar: bazaarOfCall(call) },
  }));
  return {
    version: 1,
    x402Version: 2,
    resources: items.map(({ resource }) => resource),
    journeys: { url: `${service.url}${service.journeysPath}`, maxCalls: MOST_CALLS },
    instructions: `${service.url}/llms.txt`,
    /** Who signs offers and receipts (EIP-712). The first one signs now; receipts by the others stay valid. */
    signers: service.signers,
    items,
    pagination: { limit: items.length, offset: 0, total: items.length },
  };
}
