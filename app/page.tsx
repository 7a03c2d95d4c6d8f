import { StatisticsDocument } from '@labroom/client/documents';
import type { Metadata } from 'next';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import { PeopleProvider } from '#components/core/people/people-provider.tsx';
import { FeaturedLabs } from '#components/home/featured-labs.tsx';
import { LabroomNumbers } from '#components/home/labroom-numbers.tsx';
import { RealFigure } from '#components/home/real-figure.tsx';
import { RoomPicture } from '#components/home/room-picture.tsx';
import { WaysIn } from '#components/home/ways-in.tsx';
import { Why } from '#components/home/why.tsx';
import { isPlain, labsPath, readLabsView } from '#components/labs/labs-view.ts';
import { showcaseRules } from '#components/labs/shown-first.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { Section } from '#components/ui/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { atomLink, atomPaths } from '#lib/feeds/atom-paths.ts';
import type { SearchParams } from '#lib/urls/search-params.ts';
import { webEnv } from '#web/config/env.ts';
import { loadDoors } from '#web/load-doors.ts';
import { loadFigure } from '#web/load-figure.ts';
import { loadPeople } from '#web/load-people.ts';
import { loadFirstRoom, loadShowcase } from '#web/load-showcase.ts';
import { queryOutcome } from '#web/query-service.ts';
import { currentSession } from '#web/session/current-session.ts';
import { Home } from './home.tsx';

export const metadata: Metadata = {
  title: { absolute: 'Labroom, data rooms for research' },
  alternates: { canonical: '/', types: atomLink(atomPaths.all, 'Activity of all labs') },
};

/** The home of a signed-in person, for others the front page. A search or filter in its URL belongs to the list of labs. */
export default async function StartPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await currentSession();
  const view = readLabsView(await searchParams, session !== null);
  if (!isPlain(view)) redirect(labsPath(view));
  return session ? <Home wallet={session.walletAddress} /> : <FrontPage />;
}

/** What Labroom is, for whom and why, shown by the labs of the showcase alone: nobody else can put a lab here. */
async function FrontPage() {
  const { rule, labs } = await loadShowcase();
  const [room, figure, doors, totals] = await Promise.all([
    loadFirstRoom(labs),
    loadFigure(labs),
    webEnv().environment === 'local' ? loadDoors(labs) : null,
    queryOutcome(StatisticsDocument, {}),
  ]);
  return (
    <div className="flex flex-col gap-12 sm:gap-16">
      <div
        className={
          room ? 'grid items-start gap-x-12 gap-y-8 lg:grid-cols-[5fr_7fr] lg:pt-4' : 'max-w-[46rem] lg:pt-4'
        }
      >
        <div className="flex h-full flex-col">
          <h1 className="text-4xl">A data room for research labs, their partners and reviewers</h1>
          <p className="mt-6 max-w-[31em] font-serif text-lede text-ink2">
            A lab keeps its files here: some open to everyone, some to partners, some only to the team. Rules
            on a public blockchain decide who opens what, and anyone can check them.
          </p>
          <div className="mt-auto flex flex-wrap gap-3 pt-8">
            <Link href="/labs" prefetch={false} className={buttonClass('primary')}>
              Browse labs
            </Link>
            <Link href="/how-it-works" prefetch={false} className={buttonClass()}>
              How it works
            </Link>
          </div>
        </div>
        {room && <RoomPicture {...room} />}
      </div>
      {doors && (doors.visitor || doors.contributor || doors.owner) && (
        <Section title="Try it on the local chain">
          <WaysIn {...doors} />
        </Section>
      )}
      {figure && (
        <Section title="See who opens what, and check it">
          <PeopleProvider
            {...(await loadPeople([figure.picture.changeBy, figure.closed?.member.walletAddress]))}
          >
            <RealFigure {...figure} />
          </PeopleProvider>
        </Section>
      )}
      <Section title="Why not a drive or an archive">
        <Why />
      </Section>
      {labs.length > 0 && (
        <Section title="Labs at work" action={<TextLink href="/labs">All labs</TextLink>}>
          <p className="-mt-2 text-sm text-ink2">{showcaseRules[rule]}.</p>
          <FeaturedLabs labs={labs} />
        </Section>
      )}
      {totals.ok && <LabroomNumbers statistics={totals.data.statistics} />}
    </div>
  );
}
