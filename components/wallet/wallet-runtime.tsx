'use client';
import '@rainbow-me/rainbowkit/styles.css';
import { RainbowKitProvider, useConnectModal } from '@rainbow-me/rainbowkit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Config, useConfig, useConnection, WagmiContext } from 'wagmi';
import {
  connect,
  disconnect,
  getCapabilities,
  reconnect,
  sendCalls,
  sendTransaction,
  signMessage,
  signTypedData,
  waitForCallsStatus,
  watchAsset,
} from 'wagmi/actions';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { createWalletConfig } from '#lib/wallet/connectors/wagmi-config.ts';
import { switchNetwork } from '#lib/wallet/switch-network.ts';
import { publishWalletState, registerRuntime } from '#lib/wallet/wallet-store.ts';
import { completeWalletDialog } from './complete-wallet-dialog.ts';
import { connectNote } from './connect-note.tsx';
import { rainbowKitTheme } from './rainbowkit-theme.ts';

/** wagmi and RainbowKit, mounted beside the page instead of around it (see "lazy wallet" in `wallet-store.ts`). */
export function WalletRuntimeProvider() {
  const publicConfig = usePublicConfig();
  const [config, setConfig] = useState<Config | null>(null);
  const [queryClient] = useState(() => new QueryClient());

  useEffect(() => {
    void createWalletConfig(publicConfig).then(async (created) => {
      // Reconnects before rendering, so that a returning user never appears as disconnected.
      await reconnect(created);
      setConfig(created);
    });
  }, [publicConfig]);
  useEffect(completeWalletDialog, []);

  if (!config) return null;
  const disclaimer = connectNote(publicConfig);
  return (
    // Not `WagmiProvider`, which would reconnect or drop the connection on every render.
    <WagmiContext value={config}>
      <QueryClientProvider client={queryClient}>
        <RainbowKitProvider
          theme={rainbowKitTheme}
          modalSize="compact"
          locale="en-US"
          appInfo={{ appName: 'Labroom', ...(disclaimer && { disclaimer }) }}
        >
          <WalletBridge chainId={publicConfig.chainId} />
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiContext>
  );
}

/** Copies wagmi's state to the store and runs the store's requests. */
function WalletBridge({ chainId }: { chainId: number }) {
  const config = useConfig();
  const connection = useConnection();
  const { openConnectModal } = useConnectModal();
  const [dialogWanted, setDialogWanted] = useState(false);

  const { status, address, chainId: walletChainId, connector } = connection;
  useEffect(() => {
    if (status === 'connected' && address) {
      publishWalletState({
        status: 'connected',
        address: address.toLowerCase() as `0x${string}`,
        chainId: walletChainId ?? chainId,
        walletName: connector?.name ?? 'Wallet',
      });
    } else if (status === 'disconnected') {
      publishWalletState({ status: 'disconnected' });
    } else {
      publishWalletState({ status: 'connecting' });
    }
  }, [status, address, walletChainId, chainId, connector]);

  // RainbowKit cannot open the dialog while it reconnects or when it is already connected.
  useEffect(() => {
    if (!dialogWanted) return;
    if (openConnectModal) openConnectModal();
    if (openConnectModal || status === 'connected') setDialogWanted(false);
  }, [dialogWanted, openConnectModal, status]);

  useEffect(() => {
    const toOurChain = () => switchNetwork(config, chainId);
    registerRuntime({
      openConnectDialog: () => setDialogWanted(true),
      async connectAs(name) {
        const connector = config.connectors.find(({ id }) => id === `burner-${name}`);
        if (!connector) throw new Error('These accounts exist on the local chain only.');
        if (config.state.status === 'connected') await disconnect(config);
        const { accounts } = await connect(config, { connector });
        const address = accounts[0].toLowerCase() as `0x${string}`;
        publishWalletState({ status: 'connected', address, chainId, walletName: connector.name });
      },
      signMessage: (message) => signMessage(config, { message }),
      async signTypedData(data) {
        await toOurChain();
        return signTypedData(config, data);
      },
      async send({ address: to, data, value }) {
        await toOurChain();
        return sendTransaction(config, { to, data, value, chainId });
      },
      async canSendBatch() {
        // Wallets that do not know the method reject it.
        const capabilities = await getCapabilities(config, { chainId }).catch(() => null);
        const status = capabilities?.atomic?.status;
        return status === 'supported' || status === 'ready';
      },
      async sendBatch(calls) {
        await toOurChain();
        const list = calls.map(({ address: to, data, value }) => ({ to, data, value }));
        return (await sendCalls(config, { calls: list, chainId, forceAtomic: true })).id;
      },
      async batchMined(id) {
        const { receipts } = await waitForCallsStatus(config, { id, timeout: 600_000, throwOnFailure: true });
        const hash = receipts?.at(-1)?.transactionHash;
        if (!hash) throw new Error('The wallet did not name the transaction.');
        return hash;
      },
      async watchToken(options) {
        await toOurChain();
        return watchAsset(config, { type: 'ERC20', options });
      },
      switchNetwork: toOurChain,
      disconnect: () => disconnect(config),
    });
  }, [config, chainId]);

  return null;
}
