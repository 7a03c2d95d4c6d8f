import { ActivityGroupsDocument } from '@labroom/client/documents';
import type { Metadata } from 'next';
import { activityChoices, feedFilter, onChainShow } from '#components/activity/activity-filters.ts';
import { ActivityPages } from '#components/activity/activity-pages.tsx';
import { PeopleProvider } from '#components/core/people/people-provider.tsx';
import { OnChainFeed } from '#components/onchain/onchain-feed.tsx';
import { WalletForm } from '#components/onchain/wallet-form.tsx';
import { Failure } from '#components/site/failure.tsx';
import { ListNavigation } from '#components/site/list-navigation.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkChoices } from '#components/ui/link-choices.tsx';
import { ListSkeleton } from '#components/ui/list-skeleton.tsx';
import { Term } from '#components/ui/term.tsx';
import { cursorParam } from '#lib/api/onchain-page.ts';
import { atomLink, atomPaths } from '#lib/feeds/atom-paths.ts';
import { firstParam, pageParam, type SearchParams, withParams } from '#lib/urls/search-params.ts';
import { publicConfig } from '#web/config/env.ts';
import { loadOnChainPage } from '#web/load-onchain-page.ts';
import { loadPeople } from '#web/load-people.ts';
import { queryOutcome } from '#web/query-service.ts';

const path = '/activity';

export const metadata: Metadata = {
  title: 'Activity',
  description: 'Activity of all labs, newest first: new files and versions, deletions and announcements.',
  alternates: { canonical: path, types: atomLink(atomPaths.all, 'Activity of all labs') },
};

export default async function ActivityPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const wallet = firstParam(query.wallet);
  // A wallet has only onchain activity, so its parameter implies `show`.
  const show = wallet ? onChainShow : firstParam(query.show);
  const isOnChain = show === onChainShow;
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 className="text-2xl">Activity</h1>
        <p className="text-ink2">
          {isOnChain
            ? 'Onchain activity of one wallet or contract in all labs.'
            : 'Activity of all labs, newest first.'}
        </p>
      </div>
      <ListNavigation
        skeleton={<ListSkeleton label="Loading the activity" />}
        toolbar={
          <div className="flex flex-col gap-4">
            <LinkChoices
              label="Filter the activity"
              choices={activityChoices(path, show, 'Onchain, by wallet')}
            />
            {isOnChain && <WalletForm show={onChainShow} wallet={wallet} />}
          </div>
        }
      >
        {isOnChain ? (
          <OnChain wallet={wallet} before={cursorParam(firstParam(query.before))} />
        ) : (
          <Feed show={show} page={pageParam(query.page)} />
        )}
      </ListNavigation>
    </div>
  );
}

async function Feed({ show, page }: { show: string | undefined; page: number }) {
  const outcome = await queryOutcome(ActivityGroupsDocument, { page, filter: feedFilter(show)?.filter });
  if (!outcome.ok) return <Failure title="The activity could not be loaded." failure={outcome.failure} />;
  const { activityGroups } = outcome.data;
  return (
    <PeopleProvider {...(await loadPeople(activityGroups))}>
      <ActivityPages {...activityGroups} path={path} show={show} withLab />
    </PeopleProvider>
  );
}

async function OnChain({ wallet, before }: { wallet: string | undefined; before: string | undefined }) {
  if (!wallet || !/^0x[0-9a-f]{40}$/i.test(wallet)) {
    return (
      <EmptyState title={wallet ? 'This is not a valid address.' : 'Enter an address.'}>
        Enter 0x and 40 hexadecimal digits: the address of a wallet, a{' '}
        <Term name="labAccount">lab account</Term> or a token.
      </EmptyState>
    );
  }
  const outcome = await loadOnChainPage({ wallet }, before);
  if (!outcome.ok)
    return <Failure title="The onchain activity could not be loaded." failure={outcome.failure} />;
  const { events, older } = outcome.data;
  if (events.length === 0 && !before) {
    return (
      <EmptyState title="No onchain activity of this address.">
        Only events of labs are indexed: mints, roles, DIDs and tokens.
      </EmptyState>
    );
  }
  const hrefOf = (cursor?: string) => withParams(path, { show: onChainShow, wallet, before: cursor });
  return (
    <PeopleProvider {...(await loadPeople(events))}>
      <OnChainFeed
        events={events}
        network={publicConfig().network}
        withLab
        newest={before && hrefOf()}
        older={older && hrefOf(older)}
      />
    </PeopleProvider>
  );
}
