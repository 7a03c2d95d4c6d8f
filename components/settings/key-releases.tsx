'use client';
import { KeyReleasesDocument } from '@labroom/client/documents';
import { useState } from 'react';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Term } from '../ui/term.tsx';
import { KeyReleaseTable } from './key-release-table.tsx';

const perPage = 20;

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
      <KeyReleaseTable releases={log.nodes} withWallet />
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
