'use client';
import { useNetwork } from '#lib/config/public-config.tsx';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../ui/address.tsx';
import { Badge } from '../ui/badge.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { LabOfToken } from './lab-of-token.ts';
import { useTokenRight } from './use-token-right.ts';

const titles = {
  claimed: 'Claimed, not proved',
  'proved earlier': 'Proved earlier',
  proved: 'Proved',
  unknown: 'Not recorded',
} as const;

/** Whether the lab proved its right to its attached token, read from the chain. */
export function TokenRight({ lab, token }: { lab: LabOfToken; token: string }) {
  const network = useNetwork();
  const { data, failure } = useTokenRight(lab, token);
  if (failure) return <>The chain does not respond</>;
  if (!data) return <Skeleton className="h-5 w-32" />;
  const { right, owner, ownerIs, provedLab, decimalsHaveChanged } = data;
  return (
    <>
      <Badge tone={right === 'proved' ? 'good' : 'warn'}>{titles[right]}</Badge>
      <span className="block">
        {right === 'proved earlier' && 'The lab proved a right to the token once, and has none now. '}
        {ownerIs !== 'other' && `The token’s contract names the ${ownerIs} of the lab as its owner.`}
        {ownerIs === 'other' &&
          owner === null &&
          'The token’s contract names no owner, so any lab could have attached it.'}
        {ownerIs === 'other' && owner && (
          <>
            The token’s contract names another owner:{' '}
            <Address value={owner} href={explorerLink(network, 'address', owner)} />
          </>
        )}
        {provedLab && ` Lab #${provedLab} has proved its right to it.`}
      </span>
      {decimalsHaveChanged && (
        <span className="block">
          <Badge tone="warn">Decimals changed</Badge> The token counts with other decimals now than when it
          was attached. Amounts from before mean something else.
        </span>
      )}
    </>
  );
}
