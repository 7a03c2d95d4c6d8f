'use client';
import { InboxDocument, MarkInboxReadDocument } from '@labroom/client/documents';
import { Inbox as InboxIcon } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { ApiProvider } from '#lib/session/api-provider.tsx';
import { visit } from '#lib/windows/last-visit.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { PageTurner } from '../ui/page-turner.tsx';
import { Time } from '../ui/time.tsx';
import { InboxExamples } from './examples.tsx';
import { InboxSkeleton } from './inbox-skeleton.tsx';
import { type DecisionPart, NoticeRow } from './notice-row.tsx';
import { unreadText } from './unread-text.ts';

const PER_PAGE = 30;

interface InboxProps {
  wallet: string;
  Decision: DecisionPart;
}

/** The notices of the signed-in wallet. */
export function Inbox({ wallet, Decision }: InboxProps) {
  return (
    <ApiProvider>
      <Notices key={wallet} wallet={wallet} Decision={Decision} />
    </ApiProvider>
  );
}

function Notices({ wallet, Decision }: InboxProps) {
  const [lastVisit] = useState(() => visit(`inbox.${wallet}`));
  const [page, setPage] = useState(0);
  const [onlyUnread, setOnlyUnread] = useState(false);
  const { data, failure, isLoading, reload } = useApiQuery(InboxDocument, {
    page,
    perPage: PER_PAGE,
    onlyUnread,
  });
  const markRead = useApiMutation(MarkInboxReadDocument);
  const marking = useAction(async (ids: string[] | null) => {
    await markRead({ ids });
  });

  if (failure) {
    return (
      <ErrorState
        title="The inbox could not be loaded."
        requestId={failure.requestId}
        action={<Button onClick={reload}>Try again</Button>}
      >
        {failure.message}
      </ErrorState>
    );
  }
  if (!data) return <InboxSkeleton />;
  const { nodes, unreadCount, pageInfo } = data.inbox;
  return (
    <div className="flex flex-col gap-3" aria-busy={isLoading}>
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p className="min-w-0 flex-1 text-ink2">{unreadText(unreadCount)}</p>
        {(unreadCount > 0 || onlyUnread) && (
          <Button
            size="sm"
            aria-pressed={onlyUnread}
            onClick={() => {
              setOnlyUnread(!onlyUnread);
              setPage(0);
            }}
          >
            {onlyUnread ? 'Show all' : 'Show unread'}
          </Button>
        )}
        {unreadCount > 0 && (
          <Button size="sm" busy={marking.isRunning} onClick={() => void marking.run(null)}>
            Mark all as read
          </Button>
        )}
      </div>
      <FailureNotice failure={marking.failure} />
      {nodes.length === 0 ? (
        <EmptyState
          title={onlyUnread ? 'You have read everything.' : 'Your inbox is empty.'}
          icon={<InboxIcon aria-hidden />}
        >
          {onlyUnread
            ? 'New notices appear here.'
            : 'Requests for access, answers to yours, comments, and news of what you follow appear here.'}
          {!onlyUnread && (
            <div className="mt-6">
              <InboxExamples />
            </div>
          )}
        </EmptyState>
      ) : (
        <ul aria-label="Notices" className="divide-y divide-line border-y border-line">
          {nodes.map((notice, at) => (
            <Fragment key={notice.id}>
              {lastVisit && isFirstBefore(lastVisit, nodes, at) && <LastVisit at={lastVisit} />}
              <NoticeRow notice={notice} Decision={Decision} onRead={() => void marking.run([notice.id])} />
            </Fragment>
          ))}
        </ul>
      )}
      <PageTurner page={page} pageInfo={pageInfo} previous="Newer" next="Older" onPage={setPage} />
    </div>
  );
}

/** Whether this notice is the first that is older than the last visit, with newer ones above it. */
function isFirstBefore(lastVisit: Date, nodes: readonly { createdAt: string }[], at: number): boolean {
  const isNew = (index: number) => Date.parse(nodes[index]?.createdAt ?? '') > lastVisit.getTime();
  return at > 0 && isNew(at - 1) && !isNew(at);
}

function LastVisit({ at }: { at: Date }) {
  return (
    <li className="flex items-center gap-3 py-2 text-xs text-ink2">
      <span>
        Above: since your last visit, <Time value={at.toISOString()} />
      </span>
    </li>
  );
}
