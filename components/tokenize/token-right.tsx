'use client';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { readTokenRight } from '#lib/tokenize/read-token-right.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../ui/address.tsx';
import { Badge } from '../ui/badge.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { LabOfToken } from './lab-of-token.ts';

const titles = {
  claimed: 'Claimed, not proved',
  'proved earlier': 'Proved earlier',
  proved: 'Proved',
  unknown: 'Not recorded',
} as const;

/** Whether the lab proved its right to its attached token, read from the chain. */
export function TokenRight({ lab, token }: { lab: LabOfToken; token: string }) {
  const { rpcUrl, network } = usePublicConfig();
  const { labNft, tokenizer } = network.contracts;
  const { data, failure } = useRead({
    key: ['token right', lab.labId, token],
    read: () =>
      readTokenRight(
        rpcUrl,
        { labNft, tokenizer: tokenizer as `0x${string}` },
        { token: token as `0x${string}`, labId: lab.labId, account: lab.account },
      ),
    pause: !tokenizer,
  });
  if (failure) return <>The chain does not respond</>;
  if (!data) return <Skeleton className="h-5 w-32" />;
  const { right, owner, ownerIs, provedLab } = data;
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
    </>
  );
}
