import type { Network } from '@labroom/contracts/networks';
import { ArrowRight } from 'lucide-react';
import { visibleName } from '#lib/names/visible-name.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../ui/address.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { Amount } from './amount.tsx';
import { HolderName } from './holder-name.tsx';
import type { Ledger, TokenLab } from './token-lab.ts';

interface TransfersTableProps {
  lab: TokenLab;
  ledger: Ledger;
  symbol: string;
  network: Network;
}

/** The newest transfers, newest first. */
export function TransfersTable({ lab, ledger: { transfers }, symbol, network }: TransfersTableProps) {
  return (
    <Table caption="Newest transfers" className="tabular">
      <TableHead names={['When', 'From, to']}>
        <HeaderCell className="max-w-24 truncate text-right">
          <bdi>{visibleName(symbol)}</bdi>
        </HeaderCell>
        <HeaderCell className="max-sm:hidden">Transaction</HeaderCell>
      </TableHead>
      <tbody>
        {transfers.map(({ id, from, to, amount, txHash, at }) => (
          <Row key={id}>
            <Cell className="text-ink2 max-sm:max-w-14 sm:whitespace-nowrap">
              <Time value={at} style="date" />
            </Cell>
            <Cell>
              <span className="flex flex-wrap items-center gap-x-3 sm:grid sm:grid-cols-[9rem_auto_minmax(0,1fr)]">
                <Party lab={lab} address={from} nobody="Issued" />
                <ArrowRight aria-label="to" className="size-4 text-ink3" />
                <Party lab={lab} address={to} nobody="Burned" />
              </span>
            </Cell>
            <Cell className="text-right">
              <Amount units={amount} />
            </Cell>
            <Cell className="whitespace-nowrap max-sm:hidden">
              <Address value={txHash} href={explorerLink(network, 'tx', txHash)} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Sender or receiver of a transfer. The zero address stands for issuing and burning. */
function Party({ lab, address, nobody }: { lab: TokenLab; address: string; nobody: string }) {
  if (/^0x0+$/.test(address)) return <span className="text-ink2">{nobody}</span>;
  return <HolderName lab={lab} address={address} />;
}
