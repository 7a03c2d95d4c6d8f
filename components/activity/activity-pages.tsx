import type { PageInfoFieldsFragment } from '@labroom/client/documents';
import { withParams } from '#lib/urls/search-params.ts';
import type { ActivityGroupNode } from '../core/activity/activity-entry.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { GroupedFeed } from './activity-feed.tsx';
import { feedFilter } from './activity-filters.ts';

interface ActivityPagesProps {
  nodes: readonly ActivityGroupNode[];
  pageInfo: PageInfoFieldsFragment;
  /** Path of the page, without query parameters. */
  path: string;
  show: string | undefined;
  withLab?: boolean;
}

/** One page of a feed, with links to the neighboring pages. */
export function ActivityPages({ nodes, pageInfo, path, show, withLab = false }: ActivityPagesProps) {
  const chosen = feedFilter(show);
  if (nodes.length === 0) {
    return (
      <EmptyState title={chosen?.filter ? 'No entries of this type.' : 'No activity yet.'}>
        Uploads, changes, deletions and announcements appear here.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-8">
      <GroupedFeed groups={nodes} withLab={withLab} />
      <Pagination
        page={pageInfo.currentPage}
        totalPages={pageInfo.totalPages}
        hrefFor={(page) =>
          withParams(path, { show: chosen?.show, page: page > 0 ? String(page + 1) : undefined })
        }
      />
    </div>
  );
}
