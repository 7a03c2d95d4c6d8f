import type { Metadata } from 'next';
import { isPlain, labsVariables, readLabsView } from '#components/labs/labs-view.ts';
import { ShownFirst } from '#components/labs/shown-first.tsx';
import { atomLink, atomPaths } from '#lib/feeds/atom-paths.ts';
import type { SearchParams } from '#lib/urls/search-params.ts';
import { loadLabs } from '#web/load-labs.ts';
import { loadShowcase } from '#web/load-showcase.ts';
import { currentSession } from '#web/session/current-session.ts';
import { AllLabs, labsPerPage, NewLabLink } from './all-labs.tsx';

export const metadata: Metadata = {
  title: 'Labs',
  alternates: { canonical: '/labs', types: atomLink(atomPaths.all, 'Activity of all labs') },
};

/** All labs, with search, filters, order and page in the URL. */
export default async function LabsPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await currentSession();
  const view = readLabsView(await searchParams, session !== null);
  const viewer = session?.walletAddress;
  const [outcome, showcase] = await Promise.all([
    loadLabs({ ...labsVariables(view, viewer), perPage: labsPerPage }),
    isPlain(view) ? loadShowcase() : null,
  ]);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-2xl">Labs</h1>
        <NewLabLink />
      </div>
      {showcase && <ShownFirst {...showcase} />}
      <AllLabs outcome={outcome} view={view} viewer={viewer} />
    </div>
  );
}
