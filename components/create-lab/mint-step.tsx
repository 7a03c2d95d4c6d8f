'use client';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import { ConnectButton } from '../core/wallet/connect-button.tsx';
import { NetworkBanner } from '../core/wallet/network-banner.tsx';
import { part } from '../ui/part.tsx';
import { Loading } from '../ui/skeleton.tsx';

// Includes the chain code.
const MintForm = part(async () => (await import('./mint-form.tsx')).MintForm, {
  loading: <Loading label="Loading" className="h-40 w-72" />,
});

/** Connects a wallet, then mints. */
export function MintStep({ onSent }: { onSent: (hash: `0x${string}`) => void }) {
  const wallet = useWallet();
  if (wallet.status !== 'connected') {
    return (
      <div className="flex flex-col items-start gap-3">
        <p>Connect the wallet that will own the lab.</p>
        <ConnectButton />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <NetworkBanner />
      <MintForm key={wallet.address} owner={wallet.address} onSent={onSent} />
    </div>
  );
}
