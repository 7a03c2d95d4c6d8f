import type { ReactNode } from 'react';
import type { Network } from '#contracts/networks.ts';
import { formatAmount } from '#lib/tokenize/token-amount.ts';
import { visibleName } from '#lib/visible-name.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../ui/address.tsx';
import { Badge } from '../ui/badge.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';
import { AgreementLink } from './agreement-link.tsx';
import type { LabOfToken } from './lab-of-token.ts';
import type { ShownToken } from './shown-token.ts';
import type { LiveSupply } from './use-supply.ts';

interface TokenFactsProps {
  lab: LabOfToken;
  token: ShownToken;
  live: LiveSupply;
  network: Network;
}

/** Public facts of a token: how it was created, and its current supply on the chain. */
export function TokenFacts({ lab, token, live, network }: TokenFactsProps) {
  const holders = explorerLink(network, 'token', token.address);
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
      <Fact term="Name">
        <bdi>{visibleName(token.name || 'none')}</bdi>
      </Fact>
      <Fact term="Symbol">
        <bdi className="font-medium">{visibleName(token.symbol || 'none')}</bdi>{' '}
        {token.isAttached && <Badge>Attached</Badge>}
      </Fact>
      <Fact term="Supply">
        <Supply token={token} live={live} />
      </Fact>
      <Fact term="Issuance">
        <Issuance token={token} live={live} />
      </Fact>
      <Fact term="Contract">
        <Address value={token.address} href={explorerLink(network, 'address', token.address)} />
      </Fact>
      {holders && (
        <Fact term="Holders">
          <a
            href={`${holders}#balances`}
            target="_blank"
            rel="noreferrer"
            className="text-acc underline decoration-1 underline-offset-2 hover:text-ink"
          >
            View in the explorer
          </a>
        </Fact>
      )}
      <Fact term="Membership agreement">
        <AgreementLink agreementKey={token.agreementKey} />
      </Fact>
      <Fact term="Its SHA-256">
        <Address value={token.agreementContentHash} />
      </Fact>
      <Fact term={token.isAttached ? 'Attached by' : 'Made by'}>
        <Address value={token.tokenizedBy} href={explorerLink(network, 'address', token.tokenizedBy)} />
      </Fact>
      {token.txHash && (
        <Fact term="Transaction">
          <Address value={token.txHash} href={explorerLink(network, 'tx', token.txHash)} />
        </Fact>
      )}
      {token.tokenizedAt && (
        <Fact term="Since">
          <Time value={token.tokenizedAt} style="datetime" />
        </Fact>
      )}
      <Fact term="Checked against the chain">
        <TextLink href={`/verify?lab=${encodeURIComponent(lab.shortname)}`}>Verify the tokenization</TextLink>
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink2">{term}</dt>
      <dd className="tabular min-w-0 break-words">{children}</dd>
    </div>
  );
}

interface LiveProps {
  token: ShownToken;
  live: LiveSupply;
}

function Supply({ token: { symbol }, live }: LiveProps) {
  if (live === 'reading') return <Skeleton className="h-5 w-32" />;
  if (live === 'failed') return <>The chain does not respond</>;
  const { totalSupply, totalIssued, decimals } = live;
  return (
    <>
      {formatAmount(totalSupply, decimals)} <bdi>{visibleName(symbol)}</bdi>
      {totalIssued > totalSupply && (
        <span className="block text-ink2">
          {formatAmount(totalIssued, decimals)} issued; the rest was burnt
        </span>
      )}
    </>
  );
}

function Issuance({ token: { isAttached }, live }: LiveProps) {
  if (isAttached) return <>By the token’s own rules: the lab cannot change the supply of an attached token</>;
  if (live === 'reading') return <Skeleton className="h-5 w-24" />;
  if (live === 'failed') return <>The chain does not respond</>;
  return live.capped ? (
    <Badge tone="good">Ended permanently</Badge>
  ) : (
    <Badge tone="warn">Open: more can be issued</Badge>
  );
}
