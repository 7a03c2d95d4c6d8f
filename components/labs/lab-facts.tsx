import type { DidLinkQuery, LabAccountStateQuery, LabTokenFieldsFragment } from '@labroom/client/documents';
import type { Network } from '@labroom/contracts/networks';
import type { ReactNode } from 'react';
import { Term } from '#components/ui/term.tsx';
import { labPath } from '#lib/api/lab-reference.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { explorerLink, labNftLink } from '#lib/wallet/explorer.ts';
import { Person } from '../core/people/person.tsx';
import { formatBytes } from '../ui/byte-size.tsx';
import { Fingerprint } from '../ui/fingerprint.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';

interface LabFactsProps {
  lab: LabIdentity;
  network: Network;
  /** Bytes with all versions, decimal. */
  storage: { used: string; limit: string } | null;
  /** `null` if the number of public files is not known. */
  publicFiles: number | null;
  /** `undefined` if it could not be loaded. */
  token: LabTokenFieldsFragment | null | undefined;
  /** `null` if it is not known. */
  didLink: Pick<
    DidLinkQuery['getDidLinkStatus']['didLinkStatus'],
    'status' | 'accountDid' | 'dataRoomDid'
  > | null;
  /** `null` if it is not known, or if accounts of this collection cannot be locked. */
  accountState: NonNullable<LabAccountStateQuery['labWithDataRoomAndFiles']>['labAccountState'] | null;
}

/** A lab at a glance. Its identifiers are fingerprints, which open to the full value. */
export function LabFacts({
  lab,
  network,
  storage,
  publicFiles,
  token,
  didLink,
  accountState,
}: LabFactsProps) {
  const owners = lab.members.filter(({ role }) => role === 'OWNER');
  const linked = didLink?.status === 'LINKED' ? ', linked on the chain' : '';
  return (
    <div className="border-t border-ink text-sm">
      <dl>
        {owners.length > 0 && (
          <Fact term={owners.length === 1 ? 'Owner' : 'Owners'}>
            <span className="flex flex-col gap-1">
              {owners.slice(0, 3).map(({ walletAddress, isAgent }) => (
                <Person key={walletAddress} value={walletAddress} isAgent={isAgent} />
              ))}
              {owners.length > 3 && <span className="text-ink2">and {owners.length - 3} more</span>}
            </span>
          </Fact>
        )}
        {lab.mintedAt && (
          <Fact term="Founded">
            <Time value={lab.mintedAt} style="date" />
          </Fact>
        )}
        <Fact term="Files">
          {lab.fileCount === 0
            ? 'none yet'
            : `${lab.fileCount.toLocaleString('en')}${publicFiles === null ? '' : `, of which ${publicFiles.toLocaleString('en')} public`}`}
        </Fact>
        <Fact term="Releases">
          <TextLink href={labPath(lab.shortname, 'releases')}>All releases</TextLink>
        </Fact>
        {storage && (
          <Fact term="Storage">
            {formatBytes(storage.used)} of {formatBytes(storage.limit)} with all versions
            <span className="mt-1.5 block">
              <ProgressBar label="Storage used" value={Number(storage.used)} max={Number(storage.limit)} />
            </span>
          </Fact>
        )}
        <Fact term="Token">
          {token ? (
            <TextLink href={labPath(lab.shortname, 'tokenize')}>
              <bdi>{visibleName(token.symbol || token.name || 'Unnamed token')}</bdi>
            </TextLink>
          ) : (
            <span className="text-ink2">{token === null ? 'none' : 'could not be loaded'}</span>
          )}
        </Fact>
        {lab.externalUrl && /^https?:\/\//.test(lab.externalUrl) && (
          <Fact term="Website">
            <a
              href={lab.externalUrl}
              rel="noreferrer nofollow ugc"
              target="_blank"
              className="break-all text-acc underline underline-offset-2"
            >
              {shownAddress(lab.externalUrl)}
            </a>
          </Fact>
        )}
        <Fact term="Identity">
          <Fingerprint value={lab.oclId} />
        </Fact>
        <Fact term={<Term name="labAccount">Lab account</Term>}>
          {' '}
          <Fingerprint value={lab.labAccountAddress} />
          {accountState && (
            <span className="mt-1 block">
              {accountState.lockedUntil ? (
                <>
                  <Term name="accountLock">Locked</Term> until <Time value={accountState.lockedUntil} />
                </>
              ) : (
                <span className="text-ink2">
                  <Term name="accountLock">Not locked</Term>
                </span>
              )}
            </span>
          )}
          {accountState?.isInCircle && (
            <Notice kind="warning">
              Nobody can act for this lab. It is held by an account that, over tokens of other collections,
              hangs on the lab’s own account.
            </Notice>
          )}
        </Fact>
      </dl>
      <details className="group border-b border-line py-2">
        <summary className="w-fit rounded text-ink2 hover:text-ink">On the chain</summary>
        <dl className="mt-1">
          <Fact term="LabNFT">
            <External href={labNftLink(network, lab.labNftTokenId)}>#{lab.labNftTokenId}</External>
          </Fact>
          <Fact term="Account">
            ERC-6551, at{' '}
            <External href={explorerLink(network, 'address', lab.labAccountAddress)}>
              {network.title}
            </External>
          </Fact>
          {didLink?.accountDid && (
            <Fact
              term={
                <>
                  <Term name="did">DID</Term> of the lab{linked}
                </>
              }
            >
              <Fingerprint value={didLink.accountDid} />
            </Fact>
          )}
          {didLink?.dataRoomDid && (
            <Fact term={`DID of the data room${linked}`}>
              <Fingerprint value={didLink.dataRoomDid} />
            </Fact>
          )}
          <Fact term="Chain">
            {network.title} ({network.chainId})
          </Fact>
        </dl>
      </details>
    </div>
  );
}

function Fact({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 border-b border-line py-2 last:in-[details]:border-0">
      <dt className="text-ink2">{term}</dt>
      <dd className="tabular min-w-0">{children}</dd>
    </div>
  );
}

/** A link if there is an address: local chains have no explorer. */
function External({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-acc underline underline-offset-2">
      {children}
    </a>
  );
}

const shownAddress = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
