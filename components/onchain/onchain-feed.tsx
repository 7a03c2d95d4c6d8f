import Link from 'next/link';
import type { Network } from '#contracts/networks.ts';
import { ByDay } from '../activity/by-day.tsx';
import { buttonClass } from '../ui/button.tsx';
import { groupByTransaction, type OnChainEvent } from './group-by-transaction.ts';
import { TransactionRow } from './transaction-row.tsx';

interface OnChainFeedProps {
  /** Newest first. */
  events: readonly OnChainEvent[];
  network: Network;
  /** Says of each event which lab it is about. */
  withLab?: boolean;
  /** Addresses of the first page and of the next one; left out where there is none. */
  newest?: string | undefined;
  older?: string | undefined;
}

/** What happened onchain, by days and transactions. */
export function OnChainFeed({ events, network, withLab = false, newest, older }: OnChainFeedProps) {
  const items = groupByTransaction(events).map((transaction) => ({
    at: transaction.at,
    row: (
      <TransactionRow
        key={transaction.txHash}
        transaction={transaction}
        network={network}
        withLab={withLab}
      />
    ),
  }));
  return (
    <div className="flex flex-col gap-8">
      <ByDay items={items} />
      {(newest || older) && (
        <nav aria-label="Pages" className="flex justify-between gap-4">
          {newest && (
            <Link href={newest} prefetch={false} className={buttonClass('secondary', 'sm')}>
              Newest
            </Link>
          )}
          {older && (
            <Link
              href={older}
              rel="next"
              prefetch={false}
              className={`ml-auto ${buttonClass('secondary', 'sm')}`}
            >
              Older
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}
