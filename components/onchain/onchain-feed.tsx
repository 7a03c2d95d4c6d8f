import type { Network } from '@labroom/contracts/networks';
import Link from 'next/link';
import type { OnChainEvent } from '../core/onchain/describe-event.ts';
import { buttonClass } from '../ui/button.tsx';
import { ByDay } from '../ui/by-day.tsx';
import { groupByTransaction } from './group-by-transaction.ts';
import { TransactionRow } from './transaction-row.tsx';

interface OnChainFeedProps {
  /** Newest first. */
  events: readonly OnChainEvent[];
  network: Network;
  /** Shows which lab each event is about. */
  withLab?: boolean;
  /** URLs of the first and the next page; omitted if there is none. */
  newest?: string | undefined;
  older?: string | undefined;
}

/** Onchain events grouped by day and transaction. */
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
