import type { LabCardFragment } from '@labroom/client/documents';
import type { Metadata } from 'next';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { FeaturedLabs } from '#components/home/featured-labs.tsx';
import { LabroomNumbers } from '#components/home/labroom-numbers.tsx';
import { NewestOfEachKind } from '#components/home/newest-of-each-kind.tsx';
import { RoomPicture } from '#components/home/room-picture.tsx';
import { Topics } from '#components/home/topics.tsx';
import { WaysIn } from '#components/home/ways-in.tsx';
import { isPlain, labsPath, labsVariables, readLabsView } from '#components/labs/labs-view.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { Section } from '#components/ui/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { atomLink, atomPaths } from '#lib/feeds/atom-paths.ts';
import type { SearchParams } from '#lib/urls/search-params.ts';
import { webEnv } from '#web/config/env.ts';
import { loadDoors } from '#web/load-doors.ts';
import { loadHome } from '#web/load-home.ts';
import { loadLabs } from '#web/load-labs.ts';
import { currentSession } from '#web/session/current-session.ts';
import { AllLabs, labsPerPage, NewLabLink } from './labs/all-labs.tsx';

export const metadata: Metadata = {
  title: { absolute: 'Labroom, data rooms for research' },
  alternates: { canonical: '/', types: atomLink(atomPaths.all, 'Activity of all labs') },
};

const featuredLabs = 5;

/** The front page. A search, a filter, an order or a page in its URL belong to the list of labs. */
export default async function HomePage({ searchParams }: { searchParams: SearchParams }) {
  const session = await currentSession();
  const view = readLabsView(await searchParams, session !== null);
  if (!isPlain(view)) redirect(labsPath(view));
  const viewer = session?.walletAddress;
  const outcome = await loadLabs({ ...labsVariables(view, viewer), perPage: labsPerPage });
  const featured = outcome.ok ? outcome.data.nodes.slice(0, featuredLabs) : [];
  return (
    <FrontPage labs={featured}>
      <AllLabs outcome={outcome} view={view} viewer={viewer} />
    </FrontPage>
  );
}

interface FrontPageProps {
  /** Labs that are shown with large pictures. */
  labs: readonly LabCardFragment[];
  /** The list of labs. */
  children: ReactNode;
}

async function FrontPage({ labs, children }: FrontPageProps) {
  const [{ statistics, activities, room }, doors] = await Promise.all([
    loadHome(labs),
    webEnv().environment === 'local' ? loadDoors(labs) : null,
  ]);
  return (
    <div className="flex flex-col gap-12 sm:gap-16">
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[5fr_7fr] lg:pt-4">
        <div className="flex h-full flex-col">
          <h1 className="text-4xl">A data room for research that can be checked</h1>
          <p className="mt-6 max-w-[31em] font-serif text-lede text-ink2">
            A lab keeps its files here, each with an author, a version and a hash. Some are open to everyone,
            some only to the team or to holders of the lab’s token. The rules are on a public blockchain.
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
      {doors && (doors.visitor || doors.contributor || doors.owner) && (
        <Section title="Try it on the local chain">
          <WaysIn {...doors} />
        </Section>
      )}
      {labs.length > 0 && (
        <Section title="Labs at work">
          <FeaturedLabs labs={labs} />
        </Section>
      )}
      {statistics && statistics.topics.length > 0 && (
        <Section title="Topics">
          <Topics topics={statistics.topics} />
        </Section>
      )}
      {activities.length > 0 && (
        <Section title="Newest of each kind" action={<TextLink href="/activity">All activity</TextLink>}>
          <NewestOfEachKind nodes={activities} />
        </Section>
      )}
      <div id="labs" className="scroll-mt-4">
        <Section deferred title="All labs" action={<NewLabLink />}>
          {children}
        </Section>
      </div>
    </div>
  );
}
