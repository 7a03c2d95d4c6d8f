'use client';
import { File, Folder, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Person } from '#components/marks/person.tsx';
import { Button } from '#components/ui/button.tsx';
import { ByteSize } from '#components/ui/byte-size.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';
import { Time } from '#components/ui/time.tsx';
import { notify } from '#components/ui/toast.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { useAction } from '#lib/use-action.ts';
import { visibleName } from '#lib/visible-name.ts';
import { RestoreEntryDocument, TrashDocument } from '#packages/client/documents.generated.ts';
import { useDataRoom } from '../data-room-context.tsx';
import { SignInPrompt } from '../sign-in-prompt.tsx';
import { EmptyTrashDialog, type TrashEntry } from './empty-trash-dialog.tsx';

const PER_PAGE = 50;
const DAY_MS = 86_400_000;

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
    return (
      <Loading label="Loading the trash">
        <Skeleton className="h-14" />
      </Loading>
    );
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
        {me.role === 'OWNER' && (
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
            onRemove={me.role === 'OWNER' ? () => setRemoving([entry]) : undefined}
            onRestored={() => {
              reload();
              refresh();
            }}
          />
        ))}
      </ul>
      {pageInfo && pageInfo.totalPages > 1 && (
        <div className="flex items-center justify-end gap-2 text-sm text-ink2">
          <span className="tabular">
            Page {page + 1} of {pageInfo.totalPages}
          </span>
          <Button size="sm" disabled={!pageInfo.hasPreviousPage} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <Button size="sm" disabled={!pageInfo.hasNextPage} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
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

interface TrashRowProps {
  entry: TrashEntry;
  /** Omitted for contributors. */
  onRemove: (() => void) | undefined;
  onRestored: () => void;
}

function TrashRow({ entry, onRemove, onRestored }: TrashRowProps) {
  const { lab } = useDataRoom();
  const restoreEntry = useApiMutation(RestoreEntryDocument);
  const name = visibleName(entry.path);
  const { isRunning, failure, run } = useAction(async () => {
    await restoreEntry({ oclId: lab.oclId, entries: [{ id: entry.id }] });
    notify('success', `${name} is restored.`);
    onRestored();
  });
  const isFolder = entry.path.endsWith('/');
  const Icon = isFolder ? Folder : File;
  const days = Math.max(0, Math.ceil((Date.parse(entry.expiresAt) - Date.now()) / DAY_MS));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 text-sm">
      <Icon aria-hidden className="size-5 shrink-0 text-ink2" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-words">{name}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-ink2">
          <span>
            {isFolder && `${entry.fileCount} ${entry.fileCount === 1 ? 'file' : 'files'}, `}
            <ByteSize bytes={entry.contentLength} />
          </span>
          <span aria-hidden>·</span>
          <Time value={entry.trashedAt} />
          <Person value={entry.trashedBy} />
          <span aria-hidden>·</span>
          <span>{days === 1 ? '1 day left' : `${days} days left`}</span>
        </p>
      </div>
      <Button size="sm" busy={isRunning} aria-label={`Restore ${name}`} onClick={() => run()}>
        Restore
      </Button>
      {onRemove && (
        <Button size="sm" variant="quiet" aria-label={`Delete ${name} permanently`} onClick={onRemove}>
          Delete permanently
        </Button>
      )}
      {failure && (
        <p role="alert" className="basis-full text-bad">
          {failure.title} {failure.advice}
        </p>
      )}
    </li>
  );
}
