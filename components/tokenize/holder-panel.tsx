'use client';
import type { TokenOnChain } from '#lib/tokenize/token-on-chain.ts';
import { part } from '../ui/part.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { ControlNotice } from './control-notice.tsx';
import type { LabOfToken } from './lab-of-token.ts';
import type { ShownToken } from './shown-token.ts';
import { useControl } from './use-control.ts';
import { useSupply } from './use-supply.ts';
import { useTokenRight } from './use-token-right.ts';

const loading = <Loading label="Loading" className="h-40 w-full max-w-2xl" />;
// Only controllers of the lab load these.
const TokenizeWizard = part(async () => (await import('./tokenize-wizard.tsx')).TokenizeWizard, {
  loading: loading,
});
const ProveRight = part(async () => (await import('./prove-right.tsx')).ProveRight, { loading: loading });
const SupplyPanel = part(async () => (await import('./supply-panel.tsx')).SupplyPanel, { loading: loading });

interface HolderPanelProps {
  lab: LabOfToken;
  token: ShownToken | null;
  /** The connected wallet. Lowercase. */
  wallet: `0x${string}`;
  /** Called when the lab's token is on the chain. */
  onToken: (token: TokenOnChain) => void;
}

/** What the connected wallet can do: create the lab's token, change its supply, or prove the right to an attached one. */
export function HolderPanel({ lab, token, wallet, onToken }: HolderPanelProps) {
  const { data: control = null, failure, readAgain } = useControl(lab, wallet);
  const supply = useSupply(token);
  const right = useTokenRight(lab, token?.isAttached ? token.address : null);
  const controller = control?.kind === 'wallet' || control?.kind === 'safe' ? control : null;
  if (token?.isAttached) {
    const state = right.data?.right;
    if (!controller || (state !== 'claimed' && state !== 'proved earlier')) return null;
    return (
      <ProveRight lab={lab} control={controller} wallet={wallet} right={state} onProved={right.readAgain} />
    );
  }
  const isChangeable = !token || supply.data?.capped === false;
  return (
    <>
      {isChangeable && (
        <ControlNotice control={control} failure={failure} onRetry={readAgain} hasToken={token !== null} />
      )}
      {controller && !token && (
        <TokenizeWizard lab={lab} control={controller} wallet={wallet} onToken={onToken} />
      )}
      {controller && token && (
        <SupplyPanel lab={lab} control={controller} wallet={wallet} onChanged={supply.readAgain} />
      )}
    </>
  );
}
