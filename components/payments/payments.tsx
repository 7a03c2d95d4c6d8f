'use client';
import { PaidCallsDocument } from '@labroom/client/documents';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { WillHold } from '../ui/will-hold.tsx';
import { PaidCallTable } from './paid-call-table.tsx';
import { SpendingFigures } from './spending-figures.tsx';

const limit = 20;

/** What the signed-in wallet paid for, and what it spent. */
export const Payments = withApi(Pages);

function Pages() {
  /** The cursors of the pages that were turned, `null` for the first. */
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  const { data, failure } = useApiQuery(PaidCallsDocument, { limit, cursor: cursors.at(-1) ?? null });
  if (failure) return <FailureNotice failure={explainFailure(failure)} />;
  if (!data) return <Skeleton className="h-64" />;
  const { nodes, hasNextPage } = data.paidCalls;
  const last = nodes.at(-1);
  if (!last)
    return (
      <EmptyState title="This wallet has paid for no calls.">
        Programs can pay for single calls with a wallet alone.{' '}
        <TextLink href="/developers/pay">Pay per call</TextLink>
        <div className="mt-6">
          <WillHold
            rows={[
              ['generateDataEncryptionKey', '0.01 USDC'],
              ['finishCreateOrUpdateFile, of one file', '0.01 USDC'],
              ['createAnnouncement', '0.01 USDC'],
            ]}
          />
        </div>
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-8">
      <SpendingFigures />
      <div className="flex flex-col gap-3">
        {/* A download, which the router must not load as a page. */}
        <a
          href="/account/payments/paid-calls.csv"
          download="labroom-payments.csv"
          className={classNames(buttonClass('secondary', 'sm'), 'self-start')}
        >
          <Download aria-hidden className="size-4" />
          Download as CSV
        </a>
        <PaidCallTable calls={nodes} />
      </div>
      {(cursors.length > 1 || hasNextPage) && (
        <div className="flex justify-between gap-4">
          <Button size="sm" disabled={cursors.length === 1} onClick={() => setCursors(cursors.slice(0, -1))}>
            Newer
          </Button>
          <Button size="sm" disabled={!hasNextPage} onClick={() => setCursors([...cursors, last.id])}>
            Older
          </Button>
        </div>
      )}
    </div>
  );
}
