'use client';
import { InboxUnreadDocument } from '@labroom/client/documents';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { unreadText } from './unread-text.ts';

const MINUTE = 60_000;

/** Number of unread notices of the signed-in wallet, at most a minute old. Shows nothing for none. */
export const UnreadCount = withApi(Count);

function Count() {
  const { data } = useApiQuery(
    InboxUnreadDocument,
    {},
    { poll: { everyMilliseconds: MINUTE, isFinal: () => false } },
  );
  const count = data?.inbox.unreadCount ?? 0;
  if (count === 0) return null;
  return (
    <span className="tabular ml-auto min-w-5 rounded-full bg-acc px-1.5 text-center text-xs leading-5 font-semibold text-paper">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{unreadText(count)}</span>
    </span>
  );
}
