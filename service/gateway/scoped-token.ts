import { signServiceToken } from '../auth/service-token.ts';
import type { Gateway } from './gateway.ts';

/** The name of the service in the tokens of paid calls. */
export const gatewayName = 'x402 gateway';

interface Bought {
  /** Id of its row among the service tokens. */
  id: string;
  wallet: string;
  mutation: string;
  expiresAt: Date;
}

/** Signs a token for one mutation, valid for a few minutes, that never leaves the process. */
export function scopedToken(
  { config, secrets }: Gateway,
  { id, wallet, mutation, expiresAt }: Bought,
): Promise<string> {
  return signServiceToken({
    keys: secrets.serviceTokenKeys,
    environment: config.environment,
    tokenId: id,
    wallet,
    serviceName: gatewayName,
    authMethod: 'x402',
    issuedAt: new Date(),
    expiresAt,
    allowedMutations: [mutation],
  });
}
