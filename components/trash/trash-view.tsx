'use client';
import { TrashDocument } from '@labroom/client/documents';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { useDataRoom } from '../core/data-room/data-room-context.tsx';
import { SignInPrompt } from '../core/wallet/sign-in-prompt.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageTurner } from '../ui/page-turner.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { EmptyTrashDialog, type TrashEntry } from './empty-trash-dialog.tsx';
import { TrashRow } from './trash-row.tsx';

const PER_PAGE = 50;

/** What was deleted in the last 30 days: restored by owners and contributors, removed permanently by owners. */
export function TrashView() {
  const { lab, me, refresh } = useDataRoom();
  const [page, setPage] = useState(0);
  const [removing, setRemoving] = useState<readonly TrashEntry[] | 'all' | null>(null);
  const isSignedIn = me.identity.kind === 'signed-in';
  const { data, failure, isLoading, reload } = useApiQuery(
    TrashDocument,
    { oclId: lab.oclId, page, perPage: PER_PAGE },
    { pause: !isSignedIn, requestPolicy: 'cache-and-network' },
  );
  const { nodes = [], totalCount = 0, pageInfo } = data?.trash ?? {};
  const offersRemoval = me.role != null && me.offers('emptyTrash');

  if (!isSignedIn) return <SignInPrompt purpose="to see the trash" />;
  if (failure) {
    return (
      <ErrorState
        title="The trash could not be loaded."
        requestId={failure.requestId}
        action={<Button onClick={reload}>Try again</Button>}
      >
        {failure.message}
      </ErrorState>
    );
  }
  if (!data) {
    return <Loading label="Loading the trash" className="h-14" />;
  }
  if (totalCount === 0) {
    return (
      <EmptyState title="The trash is empty." icon={<Trash2 aria-hidden />}>
        Deleted files and folders stay here for 30 days.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-3" aria-busy={isLoading}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 text-sm text-ink2">
          Deleted files and folders stay here for 30 days. They count towards the storage of the lab.
        </p>
        {offersRemoval && (
          <Button size="sm" onClick={() => setRemoving('all')}>
            <Trash2 aria-hidden className="size-4" />
            Empty trash
          </Button>
        )}
      </div>
      <ul aria-label="Trash" className="border-t border-ink">
        {nodes.map((entry) => (
          <TrashRow
            key={entry.id}
            entry={entry}
            onRemove={offersRemoval ? () => setRemoving([entry]) : undefined}
            onRestored={() => {
              reload();
              refresh();
            }}
          />
        ))}
      </ul>
      {pageInfo && (
        <PageTurner page={page} pageInfo={pageInfo} previous="Previous" next="Next" onPage={setPage} />
      )}
      {removing && (
        <EmptyTrashDialog
          entries={removing}
          count={removing === 'all' ? totalCount : removing.length}
          onClose={() => setRemoving(null)}
          onRemoved={() => {
            setRemoving(null);
            setPage(0);
            reload();
          }}
        />
      )}
    </div>
  );
}
