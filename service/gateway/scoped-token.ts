import type { BoughtCall } from '@labroom/payments';
import type { ServiceTokenBearer } from '../auth/caller.ts';
import type { Config } from '../platform/config/config.ts';

/** The name of the service in the tokens of paid calls. */
const gatewayName = 'x402 gateway';

/** What the row of the token says that a payment buys. It is written with the claim, by the id of the call. */
export const tokenRow = ({ gateway }: Pick<Config, 'gateway'>) => ({
  serviceName: gatewayName,
  expiresAt: new Date(Date.now() + gateway.tokenTtlSeconds * 1_000),
});

/**
 * The token that a payment buys, for one mutation. It never leaves the process, so it is neither signed nor read back.
 */
export function scopedToken({ id, payer, name }: BoughtCall): ServiceTokenBearer {
  return { state: 'live', wallet: payer, tokenId: id, authMethod: 'x402', allowedMutations: [name] };
}
