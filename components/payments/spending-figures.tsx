'use client';
import { SpendingDocument, type SpendingFieldsFragment } from '@labroom/client/documents';
import { tokenText } from '@labroom/protocol/token-text';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { useNetwork } from '#lib/config/public-config.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Sparkline } from '../ui/figures/sparkline.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** What the wallet spent today, in thirty days and ever, in each token. */
export function SpendingFigures() {
  const { data, failure } = useApiQuery(SpendingDocument, {});
  if (failure) return <FailureNotice failure={explainFailure(failure)} />;
  if (!data) return <Skeleton className="h-24" />;
  return data.paidCalls.spending.map((spending) => (
    <OfToken key={`${spending.network} ${spending.asset}`} spending={spending} />
  ));
}

function OfToken({ spending }: { spending: SpendingFieldsFragment }) {
  const { asset, today, last30Days, all, pending, days } = spending;
  const sums = [
    { name: 'Today', spent: today },
    { name: '30 days', spent: last30Days },
    { name: 'Ever', spent: all },
    ...(pending.calls > 0 ? [{ name: 'Pending', spent: pending }] : []),
  ];
  const network = useNetwork();
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {sums.map(({ name, spent }) => (
          <div key={name}>
            <dt className="text-sm text-ink2">{name}</dt>
            <dd className="tabular text-lg">{tokenText(network, { asset, ...spent })}</dd>
            <dd className="tabular text-sm text-ink2">
              {spent.calls === 1 ? '1 call' : `${spent.calls.toLocaleString('en')} calls`}
            </dd>
          </div>
        ))}
      </dl>
      <Sparkline
        values={days.map(({ amount }) => Number(amount))}
        first={`${days[0]?.day ?? ''} (UTC)`}
        last={`today: ${tokenText(network, { asset, ...today })}`}
      />
    </div>
  );
}
