import type { Network } from '#contracts/networks.ts';
import type { PriceList } from '#lib/developers/price-list.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../ui/address.tsx';
import { Notice } from '../ui/notice.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '../ui/table.tsx';

interface PriceTableProps {
  prices: PriceList;
  network: Network;
}

/** Operations and prices, as published by the gateway. */
export function PriceTable({ prices, network }: PriceTableProps) {
  if (!prices) {
    return (
      <Notice kind="warning">
        The gateway is unavailable, so prices cannot be shown. A request without a payment returns 402 and the
        price.
      </Notice>
    );
  }
  if (prices.length === 0) return <Notice>This gateway offers no paid calls.</Notice>;
  const link = (address: string) => explorerLink(network, 'address', address);
  return (
    // `relative`, because the copy buttons contain absolutely positioned text for screen readers, which must scroll
    // with the table.
    <Table caption="Prices at the gateway" scroller={{ className: 'relative' }}>
      <TableHead>
        <HeaderCell>Mutation</HeaderCell>
        <HeaderCell>One call</HeaderCell>
        <HeaderCell>Token</HeaderCell>
        <HeaderCell>Network</HeaderCell>
        <HeaderCell>Paid to</HeaderCell>
      </TableHead>
      <tbody>
        {prices.map((price) => (
          <Row key={price.mutation}>
            <Cell>
              <a href={`#${price.mutation}`} className="font-mono whitespace-nowrap hover:underline">
                {price.mutation}
              </a>
            </Cell>
            {price.kind === 'price' ? (
              <>
                <Cell className="whitespace-nowrap">{price.price}</Cell>
                <Cell>
                  <Address value={price.asset} href={link(price.asset)} />
                </Cell>
                <Cell className="font-mono whitespace-nowrap">{price.network}</Cell>
                <Cell>
                  <Address value={price.payTo} href={link(price.payTo)} />
                </Cell>
              </>
            ) : (
              <Cell colSpan={4}>Only for programs that also send a service token of the paying wallet.</Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
