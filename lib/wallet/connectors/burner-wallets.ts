import { type LocalAccount, visitorAccounts } from '@labroom/contracts/local-accounts';
import type { Wallet, WalletList } from '@rainbow-me/rainbowkit';
import { createConnector } from 'wagmi';
import type { PublicConfig } from '../../config/public-config.tsx';
import { chainOf } from '../chain.ts';
import { burnerProvider } from './burner-provider.ts';

const tints = ['#0b6468', '#875300', '#1d6b3a', '#565c64', '#5a4b8a'];

/** The accounts of the local chain as wallets of the connect dialog, so that visitors need no extension. */
export function burnerWallets(config: PublicConfig): WalletList {
  const wallets = visitorAccounts.map(
    (account, position) => () => burnerWallet(account, config, tints[position] ?? '#565c64'),
  );
  return [{ groupName: 'Try as', wallets }];
}

function burnerWallet(account: LocalAccount, config: PublicConfig, tint: string): Wallet {
  const id = `burner-${account.name}`;
  const name = account.name.charAt(0).toUpperCase() + account.name.slice(1);
  return {
    id,
    name,
    iconUrl: initialIcon(name, tint),
    iconBackground: tint,
    installed: true,
    createConnector: (details) => (wagmi) => ({
      ...burnerConnector(id, name, account, config)(wagmi),
      ...details,
    }),
  };
}

function burnerConnector(id: string, name: string, account: LocalAccount, config: PublicConfig) {
  const chain = chainOf(config);
  const rememberedKey = `${id}.connected` as 'recentConnectorId';
  return createConnector((wagmi) => {
    const provider = burnerProvider(account.privateKey, config);
    return {
      id,
      name,
      type: 'burner',
      async connect<Capabilities extends boolean = false>(parameters?: {
        withCapabilities?: Capabilities | boolean;
      }) {
        await wagmi.storage?.setItem(rememberedKey, id);
        const accounts = parameters?.withCapabilities
          ? [{ address: account.address, capabilities: {} }]
          : [account.address];
        return { accounts: accounts as never, chainId: chain.id };
      },
      async disconnect() {
        await wagmi.storage?.removeItem(rememberedKey);
      },
      getAccounts: async () => [account.address],
      getChainId: async () => chain.id,
      getProvider: async () => provider,
      isAuthorized: async () => (await wagmi.storage?.getItem(rememberedKey)) === id,
      switchChain: async () => chain,
      onAccountsChanged() {},
      onChainChanged() {},
      onDisconnect() {
        wagmi.emitter.emit('disconnect');
      },
    };
  });
}

/** A colored square with the name's first letter. */
function initialIcon(name: string, tint: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${tint}"/><text x="16" y="22" text-anchor="middle" font-family="sans-serif" font-size="16" font-weight="600" fill="#fff">${name.charAt(0)}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
