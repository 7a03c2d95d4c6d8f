'use client';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import type { Price } from '#lib/developers/price-list.ts';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import { ConnectButton } from '../core/wallet/connect-button.tsx';
import { NetworkBanner } from '../core/wallet/network-banner.tsx';
import { Notice } from '../ui/notice.tsx';
import { part } from '../ui/part.tsx';
import { Loading } from '../ui/skeleton.tsx';

// Includes the chain code and the API client.
const PaidCallForm = part(async () => (await import('./paid-call-form.tsx')).PaidCallForm, {
  loading: <Loading label="Loading" className="h-40 w-full max-w-prose" />,
});

interface PaidCallTrialProps {
  /** `{origin}/{stage}`. */
  gatewayUrl: string;
  price: Price;
}

/** Makes a paid call with the connected wallet. */
export function PaidCallTrial({ gatewayUrl, price }: PaidCallTrialProps) {
  const wallet = useWallet();
  const { environment } = usePublicConfig();
  if (wallet.status === 'connected') {
    const { address } = wallet;
    return (
      <div className="flex flex-col gap-4">
        <NetworkBanner />
        <PaidCallForm key={address} gatewayUrl={gatewayUrl} price={price} payer={address} />
      </div>
    );
  }
  return (
    <Notice action={<ConnectButton />}>
      The wallet that you connect pays {price.price}
      {environment === 'local' && ' of play money: the burner wallets of the local chain have some'}.
    </Notice>
  );
}
