import { Plus } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { NewestActivity } from '#components/activity/newest-activity.tsx';
import { LabsGrid } from '#components/labs/labs-grid.tsx';
import { LabsSkeleton } from '#components/labs/labs-skeleton.tsx';
import { LabsToolbar } from '#components/labs/labs-toolbar.tsx';
import { labsVariables, readLabsView } from '#components/labs/labs-view.ts';
import { Failure } from '#components/site/failure.tsx';
import { ListNavigation } from '#components/site/list-navigation.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { Section } from '#components/ui/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { WhenUsed } from '#components/ui/when-used.tsx';
import { outcomeOf } from '#lib/api/outcome.ts';
import type { SearchParams } from '#lib/search-params.ts';
import { ActivitiesDocument } from '#packages/client/documents.generated.ts';
import { loadLabs } from '#web/load-labs.ts';
import { queryService } from '#web/query-service.ts';
import { currentSession } from '#web/session/current-session.ts';

export const metadata: Metadata = { title: { absolute: 'Labs · Labroom' }, alternates: { canonical: '/' } };

const labsPerPage = 24;

export default async function LabsPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await currentSession();
  const viewer = session?.walletAddress;
  const view = readLabsView(await searchParams, session !== null);
  const [outcome, newest] = await Promise.all([
    loadLabs({ ...labsVariables(view, viewer), perPage: labsPerPage }),
    outcomeOf(queryService(ActivitiesDocument, { page: 0, perPage: 8 })),
  ]);
  const activities = newest.ok ? newest.data.activities.activities : [];

  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl">Labs</h1>
          <p className="text-ink2">Research projects and their data rooms. Reading needs no account.</p>
        </div>
        <Link href="/labs/new" prefetch={false} className={buttonClass('secondary')}>
          <Plus aria-hidden className="size-4" /> New lab
        </Link>
      </div>
      <div className="flex flex-col gap-8 lg:flex-row">
        <div className="min-w-0 flex-1">
          <ListNavigation
            toolbar={<LabsToolbar view={view} signedIn={session !== null} />}
            skeleton={<LabsSkeleton />}
          >
            {outcome.ok ? (
              <WhenUsed>
                <LabsGrid labs={outcome.data} view={view} viewer={viewer} />
              </WhenUsed>
            ) : (
              <Failure title="The labs could not be loaded." failure={outcome.failure} />
            )}
          </ListNavigation>
        </div>
        {activities.length > 0 && (
          <aside className="min-w-0 lg:w-80">
            <WhenUsed>
              <Section title="Newest" action={<TextLink href="/activity">All activity</TextLink>}>
                <NewestActivity nodes={activities} />
              </Section>
            </WhenUsed>
          </aside>
        )}
      </div>
    </div>
  );
}
