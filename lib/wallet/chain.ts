import { type Chain, createPublicClient, defineChain, http, type PublicClient } from 'viem';
import type { PublicConfig } from '../config/public-config.tsx';

/** The configured chain as a viem chain. */
export function chainOf({ chainId, rpcUrl, network }: PublicConfig): Chain {
  const { title, blockExplorerUrl } = network;
  return defineChain({
    id: chainId,
    name: title,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    ...(blockExplorerUrl ? { blockExplorers: { default: { name: 'Explorer', url: blockExplorerUrl } } } : {}),
    testnet: chainId !== 8453,
  });
}

let client: { rpcUrl: string; client: PublicClient } | undefined;

/** Client that reads the chain from the browser, without a wallet. */
export function chainClient(config: PublicConfig): PublicClient {
  if (client?.rpcUrl !== config.rpcUrl) {
    const chain = chainOf(config);
    client = {
      rpcUrl: config.rpcUrl,
      client: createPublicClient({
        chain,
        transport: http(config.rpcUrl, { timeout: 10_000, retryCount: 1 }),
        pollingInterval: 1000,
        ccipRead: false,
      }),
    };
  }
  return client.client;
}
