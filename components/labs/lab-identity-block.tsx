import { type Network, networks } from '#contracts/networks.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { explorerLink, labNftLink } from '#lib/wallet/explorer.ts';
import type { DidLinkQuery } from '#packages/client/documents.generated.ts';
import { Fingerprint } from '../marks/fingerprint.tsx';
import { Address } from '../ui/address.tsx';
import { Definition, DefinitionList } from '../ui/definition-list.tsx';
import { Time } from '../ui/time.tsx';

type DidLinkStatus = DidLinkQuery['getDidLinkStatus']['didLinkStatus'];

interface LabIdentityBlockProps {
  lab: LabIdentity;
  chainId: Network['chainId'];
  /** `null` if it is not known. */
  didLink: Pick<DidLinkStatus, 'status' | 'accountDid' | 'dataRoomDid'> | null;
}

/** Onchain identifiers of the lab, with links and copy buttons. */
export function LabIdentityBlock({ lab, chainId, didLink }: LabIdentityBlockProps) {
  const network = networks[chainId];
  return (
    <DefinitionList>
      <Definition term="oclId">
        <Fingerprint value={lab.oclId} />
      </Definition>
      <Definition term="Lab account (ERC-6551)">
        <Address
          value={lab.labAccountAddress}
          full
          href={explorerLink(network, 'address', lab.labAccountAddress)}
        />
      </Definition>
      {didLink?.accountDid && (
        <Definition term={`DID of the lab${didLink.status === 'LINKED' ? ', linked onchain' : ''}`}>
          <Address value={didLink.accountDid} full />
        </Definition>
      )}
      {didLink?.dataRoomDid && (
        <Definition term={`DID of the data room${didLink.status === 'LINKED' ? ', linked onchain' : ''}`}>
          <Address value={didLink.dataRoomDid} full />
        </Definition>
      )}
      <Definition term="LabNFT token">
        <Address
          value={lab.labNftTokenId}
          label={`#${lab.labNftTokenId}`}
          href={labNftLink(network, lab.labNftTokenId)}
        />
      </Definition>
      <Definition term="Chain">
        {network.title} ({network.chainId})
      </Definition>
      {lab.mintedAt && (
        <Definition term="Minted">
          <Time value={lab.mintedAt} style="date" />
        </Definition>
      )}
      {lab.externalUrl && /^https?:\/\//.test(lab.externalUrl) && (
        <Definition term="Website">
          <a
            href={lab.externalUrl}
            rel="noreferrer nofollow ugc"
            target="_blank"
            className="break-all text-acc underline underline-offset-2"
          >
            {lab.externalUrl}
          </a>
        </Definition>
      )}
    </DefinitionList>
  );
}
