'use client';
import { formatAmount } from '@labroom/protocol/token-amount';
import { visibleName } from '#lib/names/visible-name.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { IssuanceState } from './issuance-state.tsx';
import type { ShownToken } from './shown-token.ts';
import { useSupply } from './use-supply.ts';

/** The amount of tokens, read from the chain. */
export function Supply({ token }: { token: ShownToken }) {
  const { data, failure } = useSupply(token);
  if (failure) return <>The chain does not respond</>;
  if (!data) return <Skeleton className="h-5 w-32" />;
  const { totalSupply, totalIssued, decimals } = data;
  return (
    <>
      {formatAmount(totalSupply, decimals)} <bdi>{visibleName(token.symbol)}</bdi>
      {totalIssued > totalSupply && (
        <span className="block text-ink2">
          {formatAmount(totalIssued, decimals)} issued; the rest was burned
        </span>
      )}
    </>
  );
}

/** Whether more tokens can be issued, read from the chain. */
export function Issuance({ token }: { token: ShownToken }) {
  const { data, failure } = useSupply(token);
  if (failure) return <>The chain does not respond</>;
  if (!data) return <Skeleton className="h-5 w-24" />;
  return <IssuanceState isCapped={data.capped} />;
}
