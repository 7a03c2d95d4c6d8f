'use client';
import { useState } from 'react';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { KeyReleasesDocument } from '#packages/client/documents.generated.ts';
import { shortPath } from '../files/panel/short-path.ts';
import { Person } from '../marks/person.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '../ui/table.tsx';
import { Term } from '../ui/term.tsx';
import { Time } from '../ui/time.tsx';

const perPage = 20;

/** Below 640 pixels each row is a block. */
const cell = 'max-sm:block max-sm:py-0.5';

/** Audit log of the lab's encrypted files: every released and every denied key. */
export function KeyReleases({ oclId }: { oclId: string }) {
  const [page, setPage] = useState(0);
  const { data, failure: error } = useApiQuery(KeyReleasesDocument, { oclId, page, perPage });
  const log = data?.keyReleases;
  const failure = error && explainFailure(error);

  if (failure) return <FailureNotice failure={failure} />;
  if (!log) return <Skeleton className="h-40" />;
  if (log.totalCount === 0) {
    return (
      <EmptyState title="No key requests yet.">
        Every request for the <Term name="dataKey">data key</Term> of a file is listed here. Only owners see
        this list.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <Table
        caption="Key requests, newest first"
        className="max-sm:block [&_thead]:max-sm:sr-only [&_tbody]:max-sm:block"
      >
        <TableHead>
          <HeaderCell>When</HeaderCell>
          <HeaderCell>Wallet</HeaderCell>
          <HeaderCell>File</HeaderCell>
          <HeaderCell>Result</HeaderCell>
        </TableHead>
        <tbody>
          {log.nodes.map((release) => (
            <Row key={release.requestId + release.did} className="max-sm:block max-sm:h-auto max-sm:py-2">
              <Cell className={`whitespace-nowrap ${cell}`}>
                <Time value={release.at} />
              </Cell>
              <Cell className={cell}>
                <Person value={release.wallet} />
              </Cell>
              <Cell className={`break-words ${cell}`}>
                <span title={release.path ?? release.did}>{shortPath(release.path ?? release.did)}</span>{' '}
                <span className="text-ink2">v{release.version}</span>
              </Cell>
              <Cell className={cell}>
                <Badge tone={release.outcome === 'RELEASED' ? 'good' : 'warn'}>
                  {release.outcome === 'RELEASED' ? 'Opened' : 'Refused'}
                </Badge>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {log.pageInfo.totalPages > 1 && (
        <div className="tabular flex items-center justify-between gap-4 text-sm">
          <Button size="sm" disabled={!log.pageInfo.hasPreviousPage} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <span className="text-ink2">
            Page {page + 1} of {log.pageInfo.totalPages}
          </span>
          <Button size="sm" disabled={!log.pageInfo.hasNextPage} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </div>
      )}
    </div>
  );
}
