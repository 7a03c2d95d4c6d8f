'use client';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useNetwork } from '#lib/public-config.tsx';
import type { TokenOnChain } from '#lib/tokenize/token-on-chain.ts';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import type { LabTokenFieldsFragment } from '#packages/client/documents.generated.ts';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { ControlNotice } from './control-notice.tsx';
import type { LabOfToken } from './lab-of-token.ts';
import { NoToken } from './no-token.tsx';
import { toShownToken } from './shown-token.ts';
import { TokenFacts } from './token-facts.tsx';
import { useControl } from './use-control.ts';
import { useSupply } from './use-supply.ts';

const loading = () => (
  <Loading label="Loading">
    <Skeleton className="h-40 w-full max-w-2xl" />
  </Loading>
);
// These include the chain code or the API client. Only controllers of the lab load them.
const TokenizeWizard = dynamic(
  () => import('./tokenize-wizard.tsx').then((module) => module.TokenizeWizard),
  {
    ssr: false,
    loading,
  },
);
const IndexedToken = dynamic(() => import('./indexed-token.tsx').then((module) => module.IndexedToken), {
  ssr: false,
});
const SupplyPanel = dynamic(() => import('./supply-panel.tsx').then((module) => module.SupplyPanel), {
  ssr: false,
  loading,
});

interface TokenDeskProps {
  lab: LabOfToken;
  /** The token as indexed by the service. */
  token: LabTokenFieldsFragment | null;
}

/** The lab's token for everyone, and its creation and supply for the holder of the lab. */
export function TokenizationPanel({ lab, token: initial }: TokenDeskProps) {
  const network = useNetwork();
  const wallet = useWallet();
  const [indexed, setIndexed] = useState(initial);
  // The token as read from the chain, until the service has indexed it.
  const [made, setMade] = useState<TokenOnChain | null>(null);
  const { control, failure, retry } = useControl(lab);
  const token = toShownToken(indexed, made);
  const [live, readAgain] = useSupply(token);

  const isChangeable = !token || (!token.isAttached && typeof live === 'object' && !live.capped);
  const address = wallet.status === 'connected' ? wallet.address : null;
  const controller = control?.kind === 'wallet' || control?.kind === 'safe' ? control : null;
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      {made && !indexed && <IndexedToken oclId={lab.oclId} onIndexed={setIndexed} />}
      {token ? (
        <Section title="Token">
          {made && <Notice kind="success">The lab has its token.</Notice>}
          <TokenFacts lab={lab} token={token} live={live} network={network} />
        </Section>
      ) : (
        <NoToken lab={lab} />
      )}
      {isChangeable && (
        <ControlNotice control={control} failure={failure} onRetry={retry} hasToken={token !== null} />
      )}
      {address && controller && !token && (
        <TokenizeWizard key={address} lab={lab} control={controller} wallet={address} onToken={setMade} />
      )}
      {address && controller && token && !token.isAttached && (
        <SupplyPanel key={address} lab={lab} control={controller} wallet={address} onChanged={readAgain} />
      )}
    </div>
  );
}
