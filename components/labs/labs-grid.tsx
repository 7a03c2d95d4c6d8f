import type { LabsQuery } from '@labroom/client/documents';
import Link from 'next/link';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { LabCard } from './lab-card.tsx';
import { isFiltered, type LabsView, labsPath } from './labs-view.ts';

interface LabsGridProps {
  labs: LabsQuery['labs'];
  view: LabsView;
  /** Wallet of the signed-in user. */
  viewer: string | undefined;
}

/** A page of labs, or the reason why there are none. */
export function LabsGrid({ labs: { nodes, totalCount, pageInfo }, view, viewer }: LabsGridProps) {
  if (nodes.length === 0) return <NoLabs filtered={isFiltered(view)} />;
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="tabular text-sm text-ink2">
        {totalCount} {totalCount === 1 ? 'lab' : 'labs'}
      </p>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {nodes.map((lab) => (
          <li key={lab.oclId}>
            <LabCard lab={lab} viewer={viewer} />
          </li>
        ))}
      </ul>
      <Pagination
        page={pageInfo.currentPage}
        totalPages={pageInfo.totalPages}
        hrefFor={(page) => labsPath({ ...view, page })}
      />
    </div>
  );
}

function NoLabs({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState
        title="No lab matches."
        action={
          <Link href="/labs" prefetch={false} className={buttonClass('secondary', 'sm')}>
            Clear filters
          </Link>
        }
      >
        Search covers names, short names and descriptions. To find files, use the{' '}
        <Link href="/search" prefetch={false} className="underline underline-offset-2">
          search over all labs
        </Link>
        .
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No labs yet."
      action={
        <Link href="/labs/new" prefetch={false} className={buttonClass('primary', 'sm')}>
          New lab
        </Link>
      }
    >
      A lab appears here as soon as it is minted and registered.
    </EmptyState>
  );
}
