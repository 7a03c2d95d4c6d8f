import { EmbeddedFacilitator, type Facilitator, RemoteFacilitator } from '@labroom/payments/facilitators';
import { privateKeyToAccount } from 'viem/accounts';
import type { ChainNode } from '../chain/chain-client.ts';
import { createChainNode } from '../chain/create-chain-client.ts';
import type { GatewayConfig } from '../platform/config/config.ts';
import type { GatewaySecrets } from '../platform/config/secrets.ts';
import { paymentNode } from './payment-node.ts';

/**
 * The facilitator that the configuration names.
 * @param shared what all nodes of the process share
 * @throws Error for an embedded one on Base, or without a key
 */
export function createFacilitator(
  config: GatewayConfig,
  secrets: GatewaySecrets,
  shared: Partial<Pick<ChainNode, 'untrusted' | 'head'>> = {},
): Facilitator {
  const { chainId, facilitator, reconcileRpcUrl, accountFactories } = config;
  const nodeAt = (rpcUrl: string) =>
    paymentNode(createChainNode({ rpcUrl, chainId, title: config.network, ...shared }));
  if (facilitator.kind === 'remote') {
    return new RemoteFacilitator({
      url: facilitator.url,
      headers: secrets.facilitatorHeaders,
      chain: nodeAt(reconcileRpcUrl),
    });
  }
  if (!secrets.facilitatorKey)
    throw new Error('The embedded facilitator has no key to send transactions with');
  const account = privateKeyToAccount(secrets.facilitatorKey);
  return new EmbeddedFacilitator({ chain: nodeAt(facilitator.rpcUrl), chainId, account, accountFactories });
}
