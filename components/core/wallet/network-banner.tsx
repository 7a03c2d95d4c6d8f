'use client';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import { part } from '../../ui/part.tsx';

// Loaded only while the wallet is on another network.
const OtherNetwork = part(async () => (await import('./other-network.tsx')).OtherNetwork);

/** Says that the connected wallet is on another network, and offers to switch. For parts that send transactions. */
export function NetworkBanner() {
  const wallet = useWallet();
  const { chainId } = usePublicConfig();
  if (wallet.status !== 'connected' || wallet.chainId === chainId) return null;
  return <OtherNetwork walletChainId={wallet.chainId} />;
}
