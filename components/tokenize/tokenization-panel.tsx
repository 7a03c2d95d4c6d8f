'use client';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { callApi } from '#lib/api/browser.ts';
import { useNetwork } from '#lib/public-config.tsx';
import type { TokenOnChain } from '#lib/tokenize/token-on-chain.ts';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import { LabTokenDocument, type LabTokenFieldsFragment } from '#packages/client/documents.generated.ts';
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
// Both bring the code that talks to the chain; only controllers ever load it.
const TokenizeWizard = dynamic(
  () => import('./tokenize-wizard.tsx').then((module) => module.TokenizeWizard),
  {
    ssr: false,
    loading,
  },
);
const SupplyPanel = dynamic(() => import('./supply-panel.tsx').then((module) => module.SupplyPanel), {
  ssr: false,
  loading,
});

interface TokenDeskProps {
  lab: LabOfToken;
  /** What the service has indexed. */
  token: LabTokenFieldsFragment | null;
}

/** The token of a lab for everyone, and its creation and supply for the holder of the lab. */
export function TokenizationPanel({ lab, token: initial }: TokenDeskProps) {
  const network = useNetwork();
  const wallet = useWallet();
  const [indexed, setIndexed] = useState(initial);
  // What the chain shows before the service has seen it.
  const [made, setMade] = useState<TokenOnChain | null>(null);
  const { control, failure, askAgain } = useControl(lab);
  const token = toShownToken(indexed, made);
  const [live, readAgain] = useSupply(token);
  useIndexedToken(lab, made !== null && indexed === null, setIndexed);

  const isChangeable = !token || (!token.isAttached && typeof live === 'object' && !live.capped);
  const address = wallet.status === 'connected' ? wallet.address : null;
  const controller = control?.kind === 'wallet' || control?.kind === 'safe' ? control : null;
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      {token ? (
        <Section title="Token">
          {made && <Notice kind="success">The lab has its token.</Notice>}
          <TokenFacts lab={lab} token={token} live={live} network={network} />
        </Section>
      ) : (
        <NoToken lab={lab} />
      )}
      {isChangeable && (
        <ControlNotice control={control} failure={failure} onAskAgain={askAgain} hasToken={token !== null} />
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

const LOOK_AGAIN_MS = 1_000;

/** Waits until the service has seen a token that the chain shows already. */
function useIndexedToken(
  { oclId }: LabOfToken,
  isMissing: boolean,
  onIndexed: (token: LabTokenFieldsFragment) => void,
): void {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks from when the token is missing until it is there
  useEffect(() => {
    if (!isMissing) return;
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const answer = await callApi(LabTokenDocument, { oclId }, gone.signal).catch(() => null);
      if (gone.signal.aborted) return;
      if (!answer?.labToken) {
        timer = setTimeout(look, LOOK_AGAIN_MS);
        return;
      }
      onIndexed(answer.labToken);
      // Other pages of the lab show the token as well.
      router.refresh();
    };
    void look();
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [oclId, isMissing]);
}
