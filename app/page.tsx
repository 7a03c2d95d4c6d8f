import { Plus } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { NewestActivity } from '../components/activity/newest-activity.tsx';
import { LabCard } from '../components/labs/lab-card.tsx';
import { LabsSkeleton } from '../components/labs/labs-skeleton.tsx';
import { type LabsFilter, LabsToolbar, labsFilters } from '../components/labs/labs-toolbar.tsx';
import { Failure } from '../components/site/failure.tsx';
import { ListNavigation } from '../components/site/list-navigation.tsx';
import { buttonClass } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { Pagination } from '../components/ui/pagination.tsx';
import {
  ActivitiesDocument,
  type LabMemberRole,
  LabsDocument,
  type LabsQuery,
} from '../lib/api/documents.generated.ts';
import { outcomeOf } from '../lib/api/outcome.ts';
import { queryService } from '../lib/api/server.ts';
import { firstParam, pageParam, type SearchParams, withParams } from '../lib/search-params.ts';
import { currentSession } from '../lib/session/current-session.ts';

export const metadata: Metadata = { title: { absolute: 'Labs · Labroom' }, alternates: { canonical: '/' } };

const roles: Partial<Record<LabsFilter, LabMemberRole>> = {
  owner: 'OWNER',
  contributor: 'CONTRIBUTOR',
  viewer: 'VIEWER',
};

export default async function LabsPage({ searchParams }: { searchParams: SearchParams }) {
  const params = await searchParams;
  const session = await currentSession();
  const search = firstParam(params.search)?.slice(0, 200);
  const wantedFilter = labsFilters.find((name) => name === firstParam(params.role)) ?? 'all';
  const filter = session ? wantedFilter : 'all';
  const [outcome, newest] = await Promise.all([
    outcomeOf(
      queryService(LabsDocument, {
        search,
        page: pageParam(params.page),
        perPage: 24,
        ...(session && filter !== 'all' ? { walletAddress: session.walletAddress, role: roles[filter] } : {}),
      }),
    ),
    outcomeOf(queryService(ActivitiesDocument, { page: 0, perPage: 8 })),
  ]);
  const activities = newest.ok ? newest.data.activities.activities : [];
  const role = filter === 'all' ? undefined : filter;

  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl">Labs</h1>
          <p className="text-muted">Research projects and their data rooms. Reading needs no account.</p>
        </div>
        <Link href="/labs/new" prefetch={false} className={buttonClass('secondary')}>
          <Plus aria-hidden className="size-4" /> New lab
        </Link>
      </div>
      <div className="flex flex-col gap-8 lg:flex-row">
        <div className="min-w-0 flex-1">
          <ListNavigation
            toolbar={<LabsToolbar search={search} filter={filter} signedIn={session !== null} />}
            skeleton={<LabsSkeleton />}
          >
            {outcome.ok ? (
              <LabsGrid
                labs={outcome.data.labs}
                viewer={session?.walletAddress}
                filtered={search !== undefined || role !== undefined}
                hrefFor={(page) =>
                  withParams('/', { search, role, page: page > 0 ? String(page + 1) : undefined })
                }
              />
            ) : (
              <Failure title="The labs could not be loaded." failure={outcome.failure} />
            )}
          </ListNavigation>
        </div>
        {activities.length > 0 && (
          <aside aria-labelledby="newest" className="flex flex-col gap-4 lg:w-80 lg:shrink-0">
            <h2 id="newest" className="text-lg">
              Newest
            </h2>
            <NewestActivity nodes={activities} />
          </aside>
        )}
      </div>
    </div>
  );
}

interface LabsGridProps {
  labs: LabsQuery['labs'];
  viewer: string | undefined;
  filtered: boolean;
  hrefFor: (page: number) => string;
}

function LabsGrid({ labs, viewer, filtered, hrefFor }: LabsGridProps) {
  const { nodes, totalCount, pageInfo } = labs;
  if (nodes.length === 0) {
    return filtered ? (
      <EmptyState
        title="No lab matches."
        action={
          <Link href="/" className={buttonClass('secondary', 'sm')}>
            Show all labs
          </Link>
        }
      >
        Search looks at names, short names and descriptions.
      </EmptyState>
    ) : (
      <EmptyState
        title="There are no labs yet."
        action={
          <Link href="/labs/new" className={buttonClass('primary', 'sm')}>
            Create the first lab
          </Link>
        }
      >
        A lab appears here once it is minted and registered.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <p className="tabular text-sm text-muted">
        {totalCount} {totalCount === 1 ? 'lab' : 'labs'}, latest contribution first
      </p>
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {nodes.map((lab) => (
          <li key={lab.oclId}>
            <LabCard lab={lab} viewer={viewer} />
          </li>
        ))}
      </ul>
      <Pagination page={pageInfo.currentPage} totalPages={pageInfo.totalPages} hrefFor={hrefFor} />
    </div>
  );
}
