import type { ServiceTokenBearer } from '../auth/caller.ts';

/** The name of the service in the tokens of paid calls. */
export const gatewayName = 'x402 gateway';

interface Bought {
  /** Id of its row among the service tokens. */
  id: string;
  /** Lowercase. */
  wallet: string;
  mutation: string;
}

/**
 * The token that a payment buys, for one mutation. Its row is written with the claim. It never leaves the process, so it is neither
 * signed nor read back.
 */
export function scopedToken({ id, wallet, mutation }: Bought): ServiceTokenBearer {
  return { state: 'live', wallet, tokenId: id, authMethod: 'x402', allowedMutations: [mutation] };
}
