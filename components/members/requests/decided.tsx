'use client';
import {
  type AccessRequestFieldsFragment,
  type AccessRequestState,
  AccessRequestsDocument,
} from '@labroom/client/documents';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { useNetwork } from '#lib/config/public-config.tsx';
import { saveBlob } from '#lib/download/save.ts';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Person } from '../../core/people/person.tsx';
import { Address } from '../../ui/address.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { RequestCard } from './request-card.tsx';

const perPage = 20;

const states: Record<AccessRequestState, { text: string; tone: 'good' | 'warn' | 'neutral' }> = {
  OPEN: { text: 'Open', tone: 'neutral' },
  GRANTED: { text: 'Granted', tone: 'good' },
  DECLINED: { text: 'Declined', tone: 'warn' },
  WITHDRAWN: { text: 'Withdrawn', tone: 'neutral' },
  EXPIRED: { text: 'Expired', tone: 'neutral' },
};

interface DecidedProps {
  oclId: string;
  hrefOfFile: (path: string) => string;
}

/** All requests, with their decisions, and the records by which anyone can verify them. */
export function Decided({ oclId, hrefOfFile }: DecidedProps) {
  const [page, setPage] = useState(0);
  const { data, failure } = useApiQuery(AccessRequestsDocument, { oclId, page, perPage });
  if (failure) return <FailureNotice failure={explainFailure(failure)} />;
  if (!data) return <Skeleton className="mt-4 h-24" />;
  const { nodes, pageInfo } = data.accessRequests;
  const closed = nodes.filter(({ state }) => state !== 'OPEN');
  return (
    <section aria-label="Decided requests" className="mt-8">
      <h3 className="mb-1 text-sm font-medium">Decided</h3>
      {closed.length === 0 && <p className="text-sm text-ink2">None yet.</p>}
      <ul className="border-t border-line">
        {closed.map((request) => (
          <RequestCard key={request.id} request={request} hrefOfFile={hrefOfFile}>
            <Decision request={request} />
          </RequestCard>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2 text-sm">
        <Button size="sm" variant="quiet" disabled={closed.length === 0} onClick={() => saveRecords(closed)}>
          <Download aria-hidden className="size-4" />
          Download the signed records
        </Button>
        {pageInfo.totalPages > 1 && (
          <span className="tabular flex items-center gap-2">
            <Button size="sm" disabled={!pageInfo.hasPreviousPage} onClick={() => setPage(page - 1)}>
              Newer
            </Button>
            Page {page + 1} of {pageInfo.totalPages}
            <Button size="sm" disabled={!pageInfo.hasNextPage} onClick={() => setPage(page + 1)}>
              Older
            </Button>
          </span>
        )}
      </div>
    </section>
  );
}

/** As `verifyAccessRequest` of the client takes them. */
function saveRecords(requests: readonly AccessRequestFieldsFragment[]) {
  const type = 'application/json';
  saveBlob(new Blob([JSON.stringify(requests, null, 2)], { type }), 'access-requests.json');
}

function Decision({ request: { state, decision } }: { request: AccessRequestFieldsFragment }) {
  const network = useNetwork();
  const { text, tone } = states[state];
  return (
    <div className="flex max-w-72 flex-col gap-1 text-sm sm:items-end sm:text-right">
      <Badge tone={tone}>{text}</Badge>
      {decision && (
        <>
          <span className="flex flex-wrap items-center gap-x-2 sm:justify-end">
            by <Person value={decision.by} /> <Time value={decision.at} />
          </span>
          {decision.transactionHash && (
            <Address
              value={decision.transactionHash}
              href={explorerLink(network, 'tx', decision.transactionHash)}
            />
          )}
          {decision.reason && (
            <span dir="auto" className="break-words whitespace-pre-line text-ink2">
              {decision.reason}
            </span>
          )}
        </>
      )}
    </div>
  );
}
