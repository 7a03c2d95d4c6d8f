import type { Wallet, WalletList } from '@rainbow-me/rainbowkit';
import { SwitchChainError } from 'viem';
import { createConnector } from 'wagmi';
import type { PublicConfig, WalletConnectConfig } from '../../config/public-config.tsx';
import { chainOf } from '../chain.ts';
import { SessionProvider } from './session-provider.ts';

// RainbowKit opens no app on a phone if the id is `walletConnect`.
const id = 'walletconnect-session';
const name = 'WalletConnect';

/** Wallets of other devices: a QR code on a computer, the app of the wallet on a phone. */
export function walletConnectWallet(config: PublicConfig, walletConnect: WalletConnectConfig): WalletList {
  const wallet: Wallet = {
    id,
    name,
    iconUrl: icon,
    iconBackground: '#fff',
    installed: true,
    downloadUrls: { qrCode: 'https://ethereum.org/wallets/find-wallet/' },
    qrCode: { getUri: (uri) => uri },
    mobile: { getUri: (uri) => uri },
    createConnector: (details) => (wagmi) => ({
      ...sessionConnector(config, walletConnect)(wagmi),
      ...details,
    }),
  };
  return [{ groupName: 'On another device', wallets: [() => wallet] }];
}

function sessionConnector(config: PublicConfig, walletConnect: WalletConnectConfig) {
  const chain = chainOf(config);
  const rememberedKey = `${id}.connected` as 'recentConnectorId';
  return createConnector<SessionProvider>((wagmi) => {
    const provider = new SessionProvider(config, walletConnect, onChange);

    function onChange(): void {
      const { accounts, chainId } = provider;
      if (accounts.length > 0) wagmi.emitter.emit('change', { accounts, chainId });
      else wagmi.emitter.emit('disconnect');
    }

    return {
      id,
      name,
      type: 'walletConnect',
      async connect<Capabilities extends boolean = false>(parameters?: {
        withCapabilities?: Capabilities | boolean;
      }) {
        await provider.open();
        await wagmi.storage?.setItem(rememberedKey, id);
        const accounts = parameters?.withCapabilities
          ? provider.accounts.map((address) => ({ address, capabilities: {} }))
          : provider.accounts;
        return { accounts: accounts as never, chainId: provider.chainId };
      },
      async disconnect() {
        await wagmi.storage?.removeItem(rememberedKey);
        await provider.close();
      },
      getAccounts: async () => provider.accounts,
      getChainId: async () => provider.chainId,
      // wagmi asks every connector for its provider when a page opens, so this loads nothing.
      getProvider: async () => provider,
      async isAuthorized() {
        if ((await wagmi.storage?.getItem(rememberedKey)) !== id) return false;
        await provider.load();
        return provider.accounts.length > 0;
      },
      async switchChain({ chainId }) {
        if (provider.chainId === chainId) return chain;
        throw new SwitchChainError(new Error('The session does not include this network.'));
      },
      onAccountsChanged() {},
      onChainChanged() {},
      onDisconnect() {
        wagmi.emitter.emit('disconnect');
      },
    };
  });
}

/** A phone. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#fff"/><rect x="10" y="5" width="12" height="22" rx="2.5" fill="none" stroke="#565c64" stroke-width="2"/><path d="M14.5 23.5h3" stroke="#565c64" stroke-width="1.5" stroke-linecap="round"/></svg>';
const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`;
