'use client';
import { createContext, type ReactNode, use, useState } from 'react';
import type { ChainId, Network } from '#contracts/networks.ts';
import type { Environment } from '#packages/protocol/environments.ts';

/** What the browser may know of the configuration. */
export interface PublicConfig {
  environment: Environment;
  chainId: ChainId;
  /** The chain's own facts: handed over, so that pages need not bring those of all chains. */
  network: Network;
  rpcUrl: string;
}

const PublicConfigContext = createContext<PublicConfig | null>(null);

/** Hands the server's configuration to the page: nothing of it is fixed when the app is built. */
export function PublicConfigProvider({ value, children }: { value: PublicConfig; children: ReactNode }) {
  // It does not change while a page lives; a refresh brings an equal object that nothing should start anew for.
  const [config] = useState(value);
  return <PublicConfigContext value={config}>{children}</PublicConfigContext>;
}

export function usePublicConfig(): PublicConfig {
  const config = use(PublicConfigContext);
  if (!config) throw new Error('usePublicConfig is used outside of PublicConfigProvider');
  return config;
}

/** The chain this app works on. */
export function useNetwork(): Network {
  return usePublicConfig().network;
}
