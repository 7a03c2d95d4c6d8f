import { type Network, networks } from '@labroom/contracts/networks';

/** Networks that wallets start with or offer first. */
const others: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  100: 'Gnosis',
  137: 'Polygon',
  42161: 'Arbitrum One',
  43114: 'Avalanche',
  59144: 'Linea',
  11155111: 'Sepolia',
};

const known: Readonly<Record<number, Network>> = networks;

/** Name of a wallet's network, e.g. "Ethereum". Networks without a known name are shown as "network 5". */
export function networkName(chainId: number): string {
  return known[chainId]?.title ?? others[chainId] ?? `network ${chainId}`;
}
