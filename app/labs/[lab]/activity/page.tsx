import { ActivityGroupDocument, ActivityGroupsDocument } from '@labroom/client/documents';
import type { Metadata } from 'next';
import { ActivityFeed } from '#components/activity/activity-feed.tsx';
import { discussionShow, feedFilter, onChainShow } from '#components/activity/activity-filters.ts';
import { ActivityPages } from '#components/activity/activity-pages.tsx';
import { LabRecordChoices } from '#components/activity/lab-record-choices.tsx';
import { Announce } from '#components/announce/announce.tsx';
import { inLab } from '#components/core/activity/activity-entry.ts';
import { PeopleProvider } from '#components/core/people/people-provider.tsx';
import { LabDiscussion } from '#components/discussion/parts.tsx';
import { OnChainFeed } from '#components/onchain/onchain-feed.tsx';
import { Failure } from '#components/site/failure.tsx';
import { ListNavigation } from '#components/site/list-navigation.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ListSkeleton } from '#components/ui/list-skeleton.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { labPath } from '#lib/api/lab-reference.ts';
import { cursorParam } from '#lib/api/onchain-page.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { walletsOffered } from '#lib/labs/offers-to.ts';
import { firstParam, pageParam, type SearchParams, withParams } from '#lib/urls/search-params.ts';
import { publicConfig } from '#web/config/env.ts';
import { labMetadata } from '#web/lab-metadata.ts';
import { labOfPage } from '#web/load-lab.ts';
import { loadOnChainPage } from '#web/load-onchain-page.ts';
import { loadPeople } from '#web/load-people.ts';
import { readerOutcome } from '#web/reader-outcome.ts';

/** Entries of a group on a page of their own. */
const entriesOfPage = 100;

interface ActivityPageProps {
  params: Promise<{ lab: string }>;
  searchParams: SearchParams;
}

export async function generateMetadata({ params }: ActivityPageProps): Promise<Metadata> {
  return labMetadata((await params).lab, 'Activity', 'activity');
}

export default async function ActivityPage({ params, searchParams }: ActivityPageProps) {
  const lab = await labOfPage((await params).lab, 'activity', [], await searchParams);
  if (!lab) return null;
  const query = await searchParams;
  const show = firstParam(query.show);
  return (
    <ListNavigation
      skeleton={<ListSkeleton label="Loading the activity" />}
      toolbar={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <LabRecordChoices shortname={lab.shortname} shown={{ show }} />
          <Announce oclId={lab.oclId} writers={walletsOffered(lab.members, 'createAnnouncement')} />
        </div>
      }
    >
      {show === discussionShow ? (
        <PeopleProvider {...(await loadPeople([], lab.members))}>
          <LabDiscussion lab={{ oclId: lab.oclId, shortname: lab.shortname }} />
        </PeopleProvider>
      ) : show === onChainShow ? (
        <OnChain lab={lab} before={cursorParam(firstParam(query.before))} />
      ) : query.group ? (
        <Group lab={lab} number={groupParam(firstParam(query.group))} page={pageParam(query.page)} />
      ) : (
        <Feed lab={lab} show={show} page={pageParam(query.page)} />
      )}
    </ListNavigation>
  );
}

async function Feed({ lab, show, page }: { lab: LabIdentity; show: string | undefined; page: number }) {
  const { oclId, shortname } = lab;
  const outcome = await readerOutcome(ActivityGroupsDocument, {
    oclId,
    page,
    filter: feedFilter(show)?.filter,
  });
  if (!outcome.ok) return <Failure title="The activity could not be loaded." failure={outcome.failure} />;
  return (
    <PeopleProvider {...(await loadPeople(outcome.data, lab.members))}>
      <ActivityPages {...outcome.data.activityGroups} path={labPath(shortname, 'activity')} show={show} />
    </PeopleProvider>
  );
}

/** All entries of one group. */
async function Group({ lab, number, page }: { lab: LabIdentity; number: number; page: number }) {
  const { oclId, shortname } = lab;
  const outcome = await readerOutcome(ActivityGroupDocument, { oclId, number, page, perPage: entriesOfPage });
  if (!outcome.ok) return <Failure title="The activity could not be loaded." failure={outcome.failure} />;
  const { activityGroup: group } = outcome.data;
  const path = labPath(shortname, 'activity');
  if (!group) {
    return (
      <EmptyState title="These changes were not found.">
        <TextLink href={path}>All activity</TextLink> of this lab has everything.
      </EmptyState>
    );
  }
  return (
    <PeopleProvider {...(await loadPeople(group, lab.members))}>
      <div className="flex flex-col gap-8">
        <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <span className="text-lg tabular">{`${group.entryCount.toLocaleString('en')} changes at once`}</span>
          <TextLink href={path}>All activity</TextLink>
        </p>
        <ActivityFeed nodes={inLab(lab, group.entries)} />
        <Pagination
          page={page}
          totalPages={Math.ceil(group.entryCount / entriesOfPage)}
          hrefFor={(other) =>
            withParams(path, { group: String(number), page: other > 0 ? String(other + 1) : undefined })
          }
        />
      </div>
    </PeopleProvider>
  );
}

async function OnChain({ lab, before }: { lab: LabIdentity; before: string | undefined }) {
  const outcome = await loadOnChainPage({ oclId: lab.oclId }, before);
  if (!outcome.ok)
    return <Failure title="The onchain activity could not be loaded." failure={outcome.failure} />;
  const { events, older } = outcome.data;
  if (events.length === 0 && !before) {
    return (
      <EmptyState title="No onchain activity yet.">
        Mints, roles, identifiers (DIDs) and transfers of the token appear here shortly after their blocks.
      </EmptyState>
    );
  }
  const hrefOf = (cursor?: string) =>
    withParams(labPath(lab.shortname, 'activity'), { show: onChainShow, before: cursor });
  return (
    <PeopleProvider {...(await loadPeople(events, lab.members))}>
      <OnChainFeed
        events={events}
        network={publicConfig().network}
        newest={before && hrefOf()}
        older={older && hrefOf(older)}
      />
    </PeopleProvider>
  );
}

/** A number that GraphQL accepts; 0, which no group has, for anything else. */
function groupParam(text: string | undefined): number {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
