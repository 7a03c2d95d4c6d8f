'use client';
import type { ChainId, Network } from '@labroom/contracts/networks';
import type { Environment } from '@labroom/protocol/environments';
import { createContext, type ReactNode, use, useState } from 'react';

/** The configuration that the browser may see. */
export interface PublicConfig {
  environment: Environment;
  chainId: ChainId;
  /** Facts of the configured chain, so that pages need not include those of all chains. */
  network: Network;
  rpcUrl: string;
  /** Omitted where the operator has no project at WalletConnect. */
  walletConnect?: WalletConnectConfig;
}

/** How wallets of other devices are reached (https://specs.walletconnect.com). */
export interface WalletConnectConfig {
  projectId: string;
  relayUrl: string;
}

const PublicConfigContext = createContext<PublicConfig | null>(null);

/** Passes the server's configuration to the page. Nothing in it is fixed at build time. */
export function PublicConfigProvider({ value, children }: { value: PublicConfig; children: ReactNode }) {
  // Keeps the first object: a refresh passes an equal one, which must not restart effects.
  const [config] = useState(value);
  return <PublicConfigContext value={config}>{children}</PublicConfigContext>;
}

export function usePublicConfig(): PublicConfig {
  const config = use(PublicConfigContext);
  if (!config) throw new Error('usePublicConfig is used outside of PublicConfigProvider');
  return config;
}

/** The configured chain. */
export function useNetwork(): Network {
  return usePublicConfig().network;
}
