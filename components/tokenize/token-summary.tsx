import type { LabTokenFieldsFragment } from '@labroom/client/documents';
import type { Network } from '@labroom/contracts/networks';
import { visibleName } from '#lib/names/visible-name.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../ui/address.tsx';
import { Definition, DefinitionList } from '../ui/definition-list.tsx';
import { AgreementLink } from './agreement-link.tsx';

interface TokenSummaryProps {
  labName: string;
  token: LabTokenFieldsFragment;
  network: Network;
}

/** The token, on the lab's overview page. */
export function TokenSummary({ labName, token, network }: TokenSummaryProps) {
  return (
    <DefinitionList>
      <Definition term={token.wrapper === null ? 'Created for the lab' : 'Attached to the lab'}>
        <span className="font-medium break-words">
          <bdi>{visibleName(labName)}</bdi> ·{' '}
          <bdi>{visibleName(token.symbol || token.name || 'no symbol')}</bdi>
        </span>
      </Definition>
      {token.name && (
        <Definition term="Name on the chain">
          <bdi className="break-words">{visibleName(token.name)}</bdi>
        </Definition>
      )}
      <Definition term="Contract">
        <Address
          value={token.tokenContract}
          full
          href={explorerLink(network, 'token', token.tokenContract)}
        />
      </Definition>
      <Definition term="Membership agreement">
        <AgreementLink agreementKey={token.agreementKey} />
      </Definition>
    </DefinitionList>
  );
}
