'use client';
import type { LabTokenFieldsFragment } from '@labroom/client/documents';
import { type ReactNode, useState } from 'react';
import { useNetwork } from '#lib/config/public-config.tsx';
import type { TokenOnChain } from '#lib/tokenize/token-on-chain.ts';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import { NetworkBanner } from '../core/wallet/network-banner.tsx';
import { part } from '../ui/part.tsx';
import { Section } from '../ui/section.tsx';
import { ConnectNotice } from './connect-notice.tsx';
import { HoldersWillSee } from './holders-will-see.tsx';
import type { LabOfToken } from './lab-of-token.ts';
import { toShownToken } from './shown-token.ts';

const NextSteps = part(async () => (await import('./next-steps.tsx')).NextSteps, { failure: 'in place' });
const TokenFacts = part(async () => (await import('./token-facts.tsx')).TokenFacts, { failure: 'in place' });
// These include the chain code or the API client.
const HolderPanel = part(async () => (await import('./holder-panel.tsx')).HolderPanel, {
  failure: 'in place',
});
const IndexedToken = part(async () => (await import('./indexed-token.tsx')).IndexedToken, {
  failure: 'in place',
});

interface TokenizationPanelProps {
  lab: LabOfToken;
  /** The token as indexed by the service. */
  token: LabTokenFieldsFragment | null;
  /** Whether no more of it can be issued, as far as the service knows. */
  isCapped: boolean;
  /** Contract and agreement of the indexed token, rendered by the server. */
  facts: ReactNode;
  /** What the server rendered about the token. */
  children: ReactNode;
  /** Shown while the lab has no token. */
  withoutToken: ReactNode;
}

/** The lab's token for everyone, and its creation and supply for the holder of the lab. */
export function TokenizationPanel({
  lab,
  token: initial,
  isCapped,
  facts,
  children,
  withoutToken,
}: TokenizationPanelProps) {
  const network = useNetwork();
  const wallet = useWallet();
  const [indexed, setIndexed] = useState(initial);
  // The token as read from the chain, until the service has indexed it.
  const [made, setMade] = useState<TokenOnChain | null>(null);
  const token = toShownToken(indexed, made);
  const isDisconnected = wallet.status === 'disconnected';
  return (
    <div className="flex flex-col gap-10">
      <NetworkBanner />
      {made && !indexed && <IndexedToken oclId={lab.oclId} onIndexed={setIndexed} />}
      {made && <NextSteps lab={lab} token={made} />}
      {children}
      {token ? (
        <Section title="Contract and agreement">
          {facts ?? <TokenFacts lab={lab} token={token} network={network} />}
        </Section>
      ) : (
        withoutToken
      )}
      <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,48rem)_minmax(0,26rem)]">
        <div className="flex min-w-0 flex-col gap-8">
          {isDisconnected && !token && <ConnectNotice purpose="create its token" />}
          {isDisconnected && token && !token.isAttached && !isCapped && (
            <ConnectNotice purpose="change its supply" />
          )}
          {wallet.status === 'connected' && (
            <HolderPanel
              key={wallet.address}
              lab={lab}
              token={token}
              wallet={wallet.address}
              onToken={setMade}
            />
          )}
        </div>
        {!token && <HoldersWillSee lab={lab} />}
      </div>
    </div>
  );
}
