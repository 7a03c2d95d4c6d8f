import { Plus } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { FeaturedLabs } from '#components/home/featured-labs.tsx';
import { LabroomNumbers } from '#components/home/labroom-numbers.tsx';
import { NewestOfEachKind } from '#components/home/newest-of-each-kind.tsx';
import { RoomPicture } from '#components/home/room-picture.tsx';
import { WaysIn } from '#components/home/ways-in.tsx';
import { LabsGrid } from '#components/labs/labs-grid.tsx';
import { LabsSkeleton } from '#components/labs/labs-skeleton.tsx';
import { LabsToolbar } from '#components/labs/labs-toolbar.tsx';
import { isPlain, type LabsView, labsVariables, readLabsView } from '#components/labs/labs-view.ts';
import { Failure } from '#components/site/failure.tsx';
import { ListNavigation } from '#components/site/list-navigation.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { Section } from '#components/ui/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { WhenUsed } from '#components/ui/when-used.tsx';
import { labPath } from '#lib/api/lab-reference.ts';
import type { SearchParams } from '#lib/search-params.ts';
import { webEnv } from '#web/env.ts';
import { loadHome } from '#web/load-home.ts';
import { loadLabs } from '#web/load-labs.ts';
import { currentSession } from '#web/session/current-session.ts';

export const metadata: Metadata = {
  title: { absolute: 'Labroom, data rooms for research' },
  alternates: { canonical: '/' },
};

const labsPerPage = 24;

/** The front page; with a search, a filter, an order or a page in its URL, the list of labs alone. */
export default async function HomePage({ searchParams }: { searchParams: SearchParams }) {
  const session = await currentSession();
  const view = readLabsView(await searchParams, session !== null);
  const list = <Labs view={view} viewer={session?.walletAddress} />;
  if (isPlain(view)) return <FrontPage>{list}</FrontPage>;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-2xl">Labs</h1>
        <NewLabLink />
      </div>
      {list}
    </div>
  );
}

async function FrontPage({ children }: { children: React.ReactNode }) {
  const { statistics, activities, labs, room } = await loadHome();
  const { environment } = webEnv();
  return (
    <div className="flex flex-col gap-12 sm:gap-16">
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[5fr_7fr] lg:pt-4">
        <div className="flex h-full flex-col">
          <h1 className="text-4xl">A data room for research that can be checked</h1>
          <p className="mt-6 max-w-[31em] font-serif text-lede text-ink2">
            A lab keeps its files here, each with an author, a version and a hash: some are open to everyone,
            some only to the team or to holders of the lab’s token, and who they are is recorded on a public
            blockchain.
          </p>
          <div className="mt-auto flex flex-wrap gap-3 pt-8">
            <a href="#labs" className={buttonClass('primary')}>
              {statistics && statistics.labs > 1
                ? `Browse ${statistics.labs.toLocaleString('en')} labs`
                : 'Browse labs'}
            </a>
            <Link href="/how-it-works" prefetch={false} className={buttonClass()}>
              How it works
            </Link>
          </div>
        </div>
        {room && <RoomPicture {...room} />}
      </div>
      {statistics && <LabroomNumbers statistics={statistics} />}
      {environment === 'local' && (
        <Section title="Try it on the local chain">
          <WaysIn labFilesPath={room ? labPath(room.lab.shortname, 'files') : '/search'} />
        </Section>
      )}
      {labs.length > 0 && (
        <Section title="Labs at work">
          <FeaturedLabs labs={labs} />
        </Section>
      )}
      {activities.length > 0 && (
        <Section title="Newest of each kind" action={<TextLink href="/activity">All activity</TextLink>}>
          <WhenUsed>
            <NewestOfEachKind nodes={activities} />
          </WhenUsed>
        </Section>
      )}
      <div id="labs" className="scroll-mt-4">
        <Section title="All labs" action={<NewLabLink />}>
          {children}
        </Section>
      </div>
    </div>
  );
}

function NewLabLink() {
  return (
    <Link href="/labs/new" prefetch={false} className={buttonClass('secondary', 'sm')}>
      <Plus aria-hidden className="size-4" /> New lab
    </Link>
  );
}

async function Labs({ view, viewer }: { view: LabsView; viewer: string | undefined }) {
  const outcome = await loadLabs({ ...labsVariables(view, viewer), perPage: labsPerPage });
  return (
    <ListNavigation
      toolbar={<LabsToolbar view={view} signedIn={viewer !== undefined} />}
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
  );
}
