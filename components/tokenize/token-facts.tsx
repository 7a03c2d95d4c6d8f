import type { Network } from '@labroom/contracts/networks';
import type { ReactNode } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Person } from '../core/people/person.tsx';
import { Address } from '../ui/address.tsx';
import { Badge } from '../ui/badge.tsx';
import { Fingerprint } from '../ui/fingerprint.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';
import { AgreementLink } from './agreement-link.tsx';
import { IssuanceState } from './issuance-state.tsx';
import type { LabOfToken } from './lab-of-token.ts';
import { Issuance, RightOfLab, Supply } from './parts.tsx';
import type { ShownToken } from './shown-token.ts';

interface TokenFactsProps {
  lab: LabOfToken;
  token: ShownToken;
  network: Network;
  /** As the service has indexed it: shown until the chain is read. */
  indexed?: { supply: string; isCapped: boolean } | null;
}

/** Public facts of a token: how it was created, and its current supply on the chain. */
export function TokenFacts({ lab, token, network, indexed }: TokenFactsProps) {
  const holders = explorerLink(network, 'token', token.address);
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-4 text-sm sm:grid-cols-2 lg:grid-cols-3">
      <Fact term="Token">
        <span className="font-medium">
          <bdi>{visibleName(lab.name)}</bdi> · <bdi>{visibleName(token.symbol || 'no symbol')}</bdi>
        </span>{' '}
        {token.isAttached && <Badge>Attached</Badge>}
        {token.disagreedSymbol !== null && (
          <span className="block">
            <Badge tone="warn">Not agreed</Badge> The agreement says <bdi>{token.disagreedSymbol}</bdi>.
          </span>
        )}
      </Fact>
      <Fact term="Name on the chain">
        <bdi>{visibleName(token.name || 'none')}</bdi>
      </Fact>
      <Fact term="Supply">
        <Supply
          token={token}
          indexed={
            indexed && (
              <>
                {indexed.supply} <bdi>{visibleName(token.symbol)}</bdi>
              </>
            )
          }
        />
      </Fact>
      <Fact term="Issuance">
        {token.isAttached ? (
          'By the token’s own rules: the lab cannot change the supply of an attached token'
        ) : (
          <Issuance token={token} indexed={indexed && <IssuanceState isCapped={indexed.isCapped} />} />
        )}
      </Fact>
      {token.isAttached && (
        <Fact term="Right of the lab over it">
          <RightOfLab lab={lab} token={token.address} />
        </Fact>
      )}
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
        <Fingerprint value={token.agreementContentHash} />
      </Fact>
      <Fact term={token.isAttached ? 'Attached by' : 'Made by'}>
        <Person value={token.tokenizedBy} />
      </Fact>
      {token.txHash && (
        <Fact term="Transaction">
          <Address value={token.txHash} href={explorerLink(network, 'tx', token.txHash)} />
        </Fact>
      )}
      {token.tokenizedAt && (
        <Fact term="Since">
          <Time value={token.tokenizedAt} />
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
