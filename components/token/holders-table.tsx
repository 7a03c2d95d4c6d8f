import type { Network } from '#contracts/networks.ts';
import { visibleName } from '#lib/visible-name.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Cell, HeaderCell, Row, Table, TableHead } from '../ui/table.tsx';
import { Amount } from './amount.tsx';
import { HolderName } from './holder-name.tsx';
import type { Ledger, TokenLab } from './token-lab.ts';
import { shownShare } from './token-units.ts';

interface HoldersTableProps {
  lab: TokenLab;
  ledger: Ledger;
  symbol: string;
  token: string;
  network: Network;
}

/** The largest holders with their balance and share. */
export function HoldersTable({
  lab,
  ledger: { holders, holderCount },
  symbol,
  token,
  network,
}: HoldersTableProps) {
  const rest = holderCount - holders.length;
  const explorer = explorerLink(network, 'token', token);
  return (
    <div>
      <Table caption="Holders" className="tabular">
        <TableHead>
          <HeaderCell>Holder</HeaderCell>
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
      {rest > 0 && (
        <p className="mt-3 text-sm text-ink2">
          and {rest.toLocaleString('en')} more with smaller balances{' '}
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
