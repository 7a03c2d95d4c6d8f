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

interface MintStepProps {
  /** Whether the lab has a name, without which it is not created. */
  isNamed: boolean;
  onSent: (hash: `0x${string}`) => void;
}

/** Connects a wallet, then mints. */
export function MintStep({ isNamed, onSent }: MintStepProps) {
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
      <MintForm key={wallet.address} owner={wallet.address} isNamed={isNamed} onSent={onSent} />
    </div>
  );
}
