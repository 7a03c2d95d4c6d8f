import { GroupedFeed } from '#components/activity/activity-feed.tsx';
import { PeopleProvider } from '#components/core/people/people-provider.tsx';
import { MyLabList } from '#components/home/my-lab-list.tsx';
import { ContinueList } from '#components/home/parts.tsx';
import { SinceLastVisit } from '#components/home/since-last-visit.tsx';
import { Waiting } from '#components/home/waiting.tsx';
import { WaitingNotice } from '#components/inbox/waiting-notice.tsx';
import { DueDay } from '#components/plans/due-day.tsx';
import { Failure } from '#components/site/failure.tsx';
import { Section } from '#components/ui/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { loadMyHome } from '#web/load-my-home.ts';
import { loadPeople } from '#web/load-people.ts';
import { Decision } from './decision.tsx';

/** What a signed-in person works on: labs, the last files, what waits, and what changed. */
export async function Home({ wallet }: { wallet: string }) {
  const { labs, unreadCount, notices, requests, todos, groups } = await loadMyHome(wallet);
  const people = await loadPeople([notices, requests, groups]);
  return (
    <PeopleProvider {...people}>
      <h1 className="sr-only">Home</h1>
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <Section title="My labs" action={<TextLink href="/labs/new">New lab</TextLink>}>
          {labs.ok ? (
            <>
              <MyLabList labs={labs.data.nodes} wallet={wallet} />
              {labs.data.totalCount > labs.data.nodes.length && (
                <TextLink href="/labs?role=mine">{`All ${labs.data.totalCount} labs`}</TextLink>
              )}
            </>
          ) : (
            <Failure title="Your labs could not be loaded." failure={labs.failure} />
          )}
        </Section>
        <div className="min-w-0 flex flex-col gap-10 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Section
            title="Waits for you"
            action={
              <TextLink href="/inbox">{unreadCount > 0 ? `Inbox, ${unreadCount} unread` : 'Inbox'}</TextLink>
            }
          >
            <Waiting
              requests={requests}
              todos={todos}
              decision={({ lab, request }) => <Decision requestId={request.id} lab={lab} />}
              dueDay={(day) => <DueDay day={day} isOpen />}
              notices={notices.map((notice) => <WaitingNotice key={notice.id} notice={notice} />)}
              isEmpty={requests.length + todos.length + notices.length === 0}
            />
          </Section>
          <Section title="Continue">
            {/* As high as a full list where something follows, so that nothing moves when it appears. */}
            <div className="max-lg:min-h-60">
              <ContinueList />
            </div>
          </Section>
        </div>
        <Section title="What changed" action={<TextLink href="/activity">All activity</TextLink>}>
          <SinceLastVisit wallet={wallet} changes={groups.map(({ startedAt }) => startedAt)} />
          {groups.length > 0 ? (
            <GroupedFeed groups={groups} withLab />
          ) : (
            <p className="border-t border-line py-6 text-ink2">
              What you and others do in your labs appears here: new files and versions, comments, releases.
            </p>
          )}
        </Section>
      </div>
    </PeopleProvider>
  );
}
