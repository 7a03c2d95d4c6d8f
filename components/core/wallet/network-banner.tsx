'use client';
import { usePublicConfig } from '#lib/public-config.tsx';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import { late } from '../../ui/late.tsx';

// Loaded only while the wallet is on another network.
const OtherNetwork = late(() => import('./other-network.tsx').then((module) => module.OtherNetwork));

/** Says that the connected wallet is on another network, and offers to switch. For parts that send transactions. */
export function NetworkBanner() {
  const wallet = useWallet();
  const { chainId } = usePublicConfig();
  if (wallet.status !== 'connected' || wallet.chainId === chainId) return null;
  return <OtherNetwork walletChainId={wallet.chainId} />;
}
