import type { Metadata } from 'next';
import Link from 'next/link';
import { ActivityFeed } from '../../../../components/activity/activity-feed.tsx';
import { ActivitySkeleton } from '../../../../components/activity/activity-skeleton.tsx';
import { Failure } from '../../../../components/site/failure.tsx';
import { ListNavigation } from '../../../../components/site/list-navigation.tsx';
import { classNames } from '../../../../components/ui/class-names.ts';
import { EmptyState } from '../../../../components/ui/empty-state.tsx';
import { Pagination } from '../../../../components/ui/pagination.tsx';
import { LabActivityDocument, type LabActivityFilter } from '../../../../lib/api/documents.generated.ts';
import { labPath } from '../../../../lib/api/lab-reference.ts';
import { labOfPage } from '../../../../lib/api/load-lab.ts';
import { outcomeOf } from '../../../../lib/api/outcome.ts';
import { queryService } from '../../../../lib/api/server.ts';
import { firstParam, pageParam, type SearchParams, withParams } from '../../../../lib/search-params.ts';

export const metadata: Metadata = { title: 'Activity' };

const filters: { value: string | undefined; name: string; filter?: LabActivityFilter }[] = [
  { value: undefined, name: 'Everything' },
  { value: 'files', name: 'Files', filter: 'FILE' },
  { value: 'announcements', name: 'Announcements', filter: 'ANNOUNCEMENT' },
];

interface ActivityPageProps {
  params: Promise<{ lab: string }>;
  searchParams: SearchParams;
}

export default async function ActivityPage({ params, searchParams }: ActivityPageProps) {
  const lab = await labOfPage((await params).lab, 'activity');
  if (!lab) return null;
  const query = await searchParams;
  const chosen =
    filters.find(({ value }) => value !== undefined && value === firstParam(query.show)) ?? filters[0];
  const outcome = await outcomeOf(
    queryService(LabActivityDocument, {
      oclId: lab.oclId,
      page: pageParam(query.page),
      perPage: 50,
      filter: chosen?.filter,
    }),
  );
  const path = labPath(lab.shortname, 'activity');

  return (
    <ListNavigation
      skeleton={<ActivitySkeleton />}
      toolbar={
        <nav aria-label="Filter the activity" className="flex flex-wrap gap-1">
          {filters.map(({ value, name }) => (
            <Link
              key={name}
              prefetch={false}
              href={withParams(path, { show: value })}
              aria-current={value === chosen?.value ? 'page' : undefined}
              className={classNames(
                'inline-flex h-8 items-center rounded px-3 text-sm',
                value === chosen?.value
                  ? 'bg-accent-soft font-medium text-accent'
                  : 'text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              {name}
            </Link>
          ))}
        </nav>
      }
    >
      {!outcome.ok ? (
        <Failure title="The activity could not be loaded." failure={outcome.failure} />
      ) : outcome.data.labActivity.nodes.length === 0 ? (
        <EmptyState title={chosen?.filter ? 'Nothing of this kind.' : 'Nothing has happened here yet.'}>
          Uploads, changes, removals and announcements appear here.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-8">
          <ActivityFeed nodes={outcome.data.labActivity.nodes} shortname={lab.shortname} />
          <Pagination
            page={outcome.data.labActivity.pageInfo.currentPage}
            totalPages={outcome.data.labActivity.pageInfo.totalPages}
            hrefFor={(page) =>
              withParams(path, { show: chosen?.value, page: page > 0 ? String(page + 1) : undefined })
            }
          />
        </div>
      )}
    </ListNavigation>
  );
}
