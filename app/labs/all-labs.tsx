import { Plus } from 'lucide-react';
import Link from 'next/link';
import { LabsGrid } from '#components/labs/labs-grid.tsx';
import { LabsSkeleton } from '#components/labs/labs-skeleton.tsx';
import { LabsToolbar } from '#components/labs/labs-toolbar.tsx';
import type { LabsView } from '#components/labs/labs-view.ts';
import { Failure } from '#components/site/failure.tsx';
import { ListNavigation } from '#components/site/list-navigation.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import type { loadLabs } from '#web/load-labs.ts';

export const labsPerPage = 24;

export function NewLabLink() {
  return (
    <Link href="/labs/new" prefetch={false} className={buttonClass('secondary', 'sm')}>
      <Plus aria-hidden className="size-4" /> New lab
    </Link>
  );
}

interface AllLabsProps {
  outcome: Awaited<ReturnType<typeof loadLabs>>;
  view: LabsView;
  viewer: string | undefined;
}

/** The list of labs with its search, filters and order. */
export function AllLabs({ outcome, view, viewer }: AllLabsProps) {
  return (
    <ListNavigation
      toolbar={<LabsToolbar view={view} signedIn={viewer !== undefined} />}
      skeleton={<LabsSkeleton />}
    >
      {outcome.ok ? (
        <LabsGrid labs={outcome.data} view={view} viewer={viewer} />
      ) : (
        <Failure title="The labs could not be loaded." failure={outcome.failure} />
      )}
    </ListNavigation>
  );
}
