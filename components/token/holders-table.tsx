import type { Network } from '@labroom/contracts/networks';
import { labPath } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { withParams } from '#lib/urls/search-params.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Cell, HeaderCell, Row, Table, TableHead } from '../ui/table.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Amount } from './amount.tsx';
import { HolderName } from './holder-name.tsx';
import type { Ledger, TokenLab } from './token-lab.ts';
import { shownShare } from './token-units.ts';

/** As many as the page asks for. */
const perPage = 25;

interface HoldersTableProps {
  lab: TokenLab;
  ledger: Ledger;
  symbol: string;
  token: string;
  network: Network;
}

/** Holders with their balance and share, the largest first, a part at a time. */
export function HoldersTable({
  lab,
  ledger: { holders: largest, later, holderCount },
  symbol,
  token,
  network,
}: HoldersTableProps) {
  const holders = later ?? largest;
  const path = labPath(lab.shortname, 'tokenize');
  const last = holders.at(-1);
  const isLast = holders.length < perPage || (!later && holders.length === holderCount);
  const explorer = explorerLink(network, 'token', token);
  return (
    <div id="holders" className="scroll-mt-24">
      <Table caption="Holders" className="tabular">
        <TableHead names={['Holder']}>
          <HeaderCell className="max-w-24 truncate text-right">
            <bdi>{visibleName(symbol)}</bdi>
          </HeaderCell>
          <HeaderCell className="text-right">Share</HeaderCell>
        </TableHead>
        <tbody>
          {holders.map(({ address, balance, share }) => (
            <Row key={address}>
              <Cell>
                <HolderName lab={lab} address={address} withRole />
              </Cell>
              <Cell className="text-right">
                <Amount units={balance} />
              </Cell>
              <Cell className="text-right whitespace-nowrap text-ink2">{shownShare(share)}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {later?.length === 0 && <p className="py-3 text-sm text-ink2">No holder has less.</p>}
      {(later || !isLast) && (
        <p className="mt-3 flex flex-wrap gap-x-4 text-sm">
          {later && <TextLink href={`${path}#holders`}>Largest holders</TextLink>}
          {last && !isLast && (
            <TextLink href={`${withParams(path, { holders: last.id })}#holders`}>
              Next {perPage} holders
            </TextLink>
          )}
          {explorer && (
            <a
              href={`${explorer}#balances`}
              target="_blank"
              rel="noreferrer"
              className="text-acc underline decoration-edge underline-offset-3 hover:decoration-current"
            >
              All in the explorer
            </a>
          )}
        </p>
      )}
    </div>
  );
}
