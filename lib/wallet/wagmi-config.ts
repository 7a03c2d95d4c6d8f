import { connectorsForWallets } from '@rainbow-me/rainbowkit';
import { type Config, createConfig, createStorage, http, injected } from 'wagmi';
import type { PublicConfig } from '../public-config.tsx';
import { chainOf } from './chain.ts';

/**
 * Browser wallets (EIP-6963 and `window.ethereum`) and, in the local environment, the burner accounts. Contacts no
 * third party.
 */
export async function createWalletConfig(config: PublicConfig): Promise<Config> {
  const chain = chainOf(config);
  return createConfig({
    chains: [chain],
    connectors: [injected(), ...(await burnerConnectors(config))],
    transports: { [chain.id]: http(config.rpcUrl) },
    storage: createStorage({ key: 'labroom.wagmi', storage: localStorage }),
  });
}

/** The burner keys are public, but are loaded only in the local environment. */
async function burnerConnectors(config: PublicConfig) {
  if (config.environment !== 'local') return [];
  const { burnerWallets } = await import('./burner-wallets.ts');
  return connectorsForWallets(burnerWallets(config), { appName: 'Labroom', projectId: 'none' });
}
