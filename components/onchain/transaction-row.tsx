import type { Network } from '@labroom/contracts/networks';
import { labTokenDecimals } from '#lib/access/holdable-token.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import type { OnChainEvent } from '../core/onchain/describe-event.ts';
import { Address } from '../ui/address.tsx';
import { Time } from '../ui/time.tsx';
import type { TokenOfEvent } from './argument-value.tsx';
import { EventDetails } from './event-details.tsx';
import type { Transaction } from './group-by-transaction.ts';

interface TransactionRowProps {
  transaction: Transaction;
  network: Network;
  withLab: boolean;
}

/** A transaction with its events. */
export function TransactionRow({ transaction, network, withLab }: TransactionRowProps) {
  const { txHash, at, blockNumber, events } = transaction;
  const token = tokenOf(events);
  return (
    <li className="flex flex-col gap-4 py-4 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-ink2">
        <span className="flex flex-wrap items-center gap-x-1">
          Transaction <Address value={txHash} href={explorerLink(network, 'tx', txHash)} />
          <span className="tabular">in block {blockNumber.toLocaleString('en')}</span>
        </span>
        <Time value={at} style="time" />
      </p>
      {events.map((event) => (
        <EventDetails key={event.id} event={event} network={network} token={token} withLab={withLab} />
      ))}
    </li>
  );
}

/** Token data contained in the events of one transaction. */
function tokenOf(events: readonly OnChainEvent[]): TokenOfEvent {
  const creation = events.find(({ eventName }) => eventName === 'TokensCreated');
  const isAttached = events.some(({ eventName }) => eventName === 'TokenWrapped');
  const { symbol } = (creation?.args ?? {}) as Record<string, unknown>;
  return {
    decimals: isAttached ? null : labTokenDecimals,
    symbol: typeof symbol === 'string' ? symbol : undefined,
  };
}
