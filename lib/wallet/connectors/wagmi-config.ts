import { connectorsForWallets, type WalletList } from '@rainbow-me/rainbowkit';
import { type Config, type Connector, createConfig, createStorage, http, injected } from 'wagmi';
import { watchConnectors } from 'wagmi/actions';
import type { PublicConfig } from '../../config/public-config.tsx';
import { chainOf } from '../chain.ts';

/**
 * Browser wallets (EIP-6963 and `window.ethereum`), in the local environment the burner accounts, and wallets of other
 * devices where the operator has a project at WalletConnect. Contacts no third party before one of those is chosen.
 */
export async function createWalletConfig(config: PublicConfig): Promise<Config> {
  const chain = chainOf(config);
  const created = createConfig({
    chains: [chain],
    connectors: [injected(), ...(await otherConnectors(config))],
    transports: { [chain.id]: http(config.rpcUrl) },
    storage: createStorage({ key: 'labroom.wagmi', storage: localStorage }),
  });
  created.connectors.forEach(connectOnAnyNetwork);
  watchConnectors(created, { onChange: (connectors) => connectors.forEach(connectOnAnyNetwork) });
  return created;
}

const prepared = new WeakSet<Connector>();

/**
 * Connects a wallet on the network where it is. RainbowKit asks it to switch at once, and cannot continue if the user
 * declines. Signing in and opening files need no network, and each transaction asks for a switch itself.
 */
function connectOnAnyNetwork(connector: Connector): void {
  if (prepared.has(connector)) return;
  prepared.add(connector);
  const connect = connector.connect.bind(connector);
  connector.connect = ({ chainId: _, ...parameters } = {}) => connect(parameters);
}

/** Code that not every visitor needs is loaded only where it is offered. */
async function otherConnectors(config: PublicConfig) {
  const { environment, walletConnect } = config;
  const groups: WalletList = [];
  if (walletConnect) {
    const { walletConnectWallet } = await import('./walletconnect-wallet.ts');
    groups.push(...walletConnectWallet(config, walletConnect));
  }
  // The keys of these accounts are public.
  if (environment === 'local') groups.push(...(await import('./burner-wallets.ts')).burnerWallets(config));
  return groups.length > 0 ? connectorsForWallets(groups, { appName: 'Labroom', projectId: 'none' }) : [];
}
