import {
  ActivityGroupsDocument,
  type ActivityGroupsQuery,
  DidLinkDocument,
  LabAccountStateDocument,
  LabFiguresDocument,
  LabOverviewDocument,
  LabTokenDocument,
} from '@labroom/client/documents';
import type { Metadata } from 'next';
import { ActivityRow } from '#components/activity/activity-row.tsx';
import { Announce } from '#components/announce/announce.tsx';
import { activityKey, inLab, newestFiles } from '#components/core/activity/activity-entry.ts';
import { FollowButton } from '#components/core/follow/follow-button.tsx';
import { ReportButton } from '#components/core/moderation/report-button.tsx';
import { PeopleProvider } from '#components/core/people/people-provider.tsx';
import { LabChecklist } from '#components/labs/lab-checklist.tsx';
import { LabDataset } from '#components/labs/lab-dataset.tsx';
import { LabFacts } from '#components/labs/lab-facts.tsx';
import { LabFigures } from '#components/labs/lab-figures.tsx';
import { LabReadiness } from '#components/labs/lab-readiness.tsx';
import { LatestPictures } from '#components/labs/latest-pictures.tsx';
import { NewestFiles } from '#components/labs/newest-files.tsx';
import { MembersSummary } from '#components/members/list/members-summary.tsx';
import { LabTodos } from '#components/plans/lab-todos.tsx';
import { EditReadiness } from '#components/plans/parts.tsx';
import { Failure } from '#components/site/failure.tsx';
import { TokenSummary } from '#components/tokenize/token-summary.tsx';
import { DrawnMarkdown, PlainText } from '#components/ui/drawn-markdown.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Section } from '#components/ui/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { FirstFilesDrop } from '#components/upload/drop/parts.tsx';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import type { Outcome } from '#lib/api/outcome.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { offersTo, walletsOffered } from '#lib/labs/offers-to.ts';
import { publicConfig, webEnv } from '#web/config/env.ts';
import { labMetadata } from '#web/lab-metadata.ts';
import { labOfPage } from '#web/load-lab.ts';
import { loadPeople } from '#web/load-people.ts';
import { queryOutcome } from '#web/query-service.ts';
import { readerOutcome } from '#web/reader-outcome.ts';
import { currentSession } from '#web/session/current-session.ts';

interface LabPageProps {
  params: Promise<{ lab: string }>;
}

export async function generateMetadata({ params }: LabPageProps): Promise<Metadata> {
  return labMetadata((await params).lab, undefined, 'overview');
}

export default async function LabPage({ params }: LabPageProps) {
  const lab = await labOfPage((await params).lab, 'overview');
  if (!lab) return null;
  const { oclId, shortname } = lab;
  const membersPath = labPath(shortname, 'members');
  const reader = (await currentSession())?.walletAddress;
  const offers = offersTo(lab.members, reader);
  const [overview, drawn, dids, tokens, newest, accounts] = await Promise.all([
    queryOutcome(LabOverviewDocument, { oclId }),
    queryOutcome(LabFiguresDocument, { oclId }),
    queryOutcome(DidLinkDocument, { oclId }),
    queryOutcome(LabTokenDocument, { oclId }),
    readerOutcome(ActivityGroupsDocument, { oclId, page: 0 }),
    queryOutcome(LabAccountStateDocument, { oclId }),
  ]);
  const didLink = dids.ok ? dids.data.getDidLinkStatus.didLinkStatus : null;
  // Omitted if it cannot be loaded. Other parts of the page show the error.
  const content = overview.ok ? overview.data.labWithDataRoomAndFiles : null;
  const room = content?.dataRoom;
  const figures = drawn.ok ? drawn.data.labWithDataRoomAndFiles?.dataRoom : null;
  const token = tokens.ok ? (tokens.data.labToken ?? null) : undefined;
  const people = await loadPeople([content?.statedReadiness, content?.todoItems], lab.members);
  return (
    <PeopleProvider {...people}>
      <div className="grid grid-cols-1 gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-12">
          {offers('initiateCreateOrUpdateFile') && (
            <LabChecklist
              lab={lab}
              offers={offers}
              drop={<FirstFilesDrop filesPath={labPath(shortname, 'files')} />}
            />
          )}
          {lab.description && (
            <section aria-label="About">
              {content?.descriptionDrawn ? (
                <DrawnMarkdown drawn={content.descriptionDrawn} />
              ) : (
                <PlainText>{lab.description}</PlainText>
              )}
            </section>
          )}
          {room && (
            <LabDataset
              lab={lab}
              room={room}
              identifiers={[didLink?.accountDid, didLink?.dataRoomDid].filter((did) => did != null)}
              siteUrl={webEnv().webUrl}
            />
          )}
          {figures && figures.pictures.length > 0 && (
            <LatestPictures
              pictures={figures.pictures}
              shortname={shortname}
              filesPath={labPath(shortname, 'files')}
            />
          )}
          {figures && <LabFigures room={figures} shortname={shortname} />}
          {content && (
            <LabReadiness
              content={content}
              action={
                offers('setLabReadiness') && <EditReadiness oclId={oclId} stated={content.statedReadiness} />
              }
            />
          )}
          <Newest lab={lab} outcome={newest} />
        </div>
        <aside className="flex min-w-0 flex-col gap-12">
          <LabFacts
            lab={lab}
            network={publicConfig().network}
            storage={room ? { used: room.storageUsed, limit: room.storageLimit } : null}
            publicFiles={figures ? publicFilesOf(figures.extensions, lab.fileCount) : null}
            token={token}
            didLink={didLink}
            accountState={
              accounts.ok ? (accounts.data.labWithDataRoomAndFiles?.labAccountState ?? null) : null
            }
          />
          <Section title="People" action={<TextLink href={membersPath}>Roles and access</TextLink>}>
            <MembersSummary members={lab.members} href={membersPath} />
          </Section>
          {token && (
            <Section
              title="Token"
              action={<TextLink href={labPath(shortname, 'tokenize')}>Supply and issuance</TextLink>}
            >
              <TokenSummary labName={labTitle(lab)} token={token} network={publicConfig().network} />
            </Section>
          )}
          {content && <LabTodos oclId={oclId} content={content} offers={offers} />}
          <div className="-mt-6">
            <ReportButton subject={{ kind: 'LAB', oclId }} />
          </div>
        </aside>
      </div>
    </PeopleProvider>
  );
}

/** Number of public files; `null` if the rows leave out some files. */
function publicFilesOf(
  rows: readonly { accessLevel: string; fileCount: number }[],
  fileCount: number,
): number | null {
  const count = (some: typeof rows) => some.reduce((sum, row) => sum + row.fileCount, 0);
  return count(rows) === fileCount ? count(rows.filter((row) => row.accessLevel === 'PUBLIC')) : null;
}

const shownAnnouncements = 2;

/** The newest files and announcements, from one request. */
function Newest({ lab, outcome }: { lab: LabIdentity; outcome: Outcome<ActivityGroupsQuery> }) {
  if (!outcome.ok) return <Failure title="The activity could not be loaded." failure={outcome.failure} />;
  const nodes = outcome.data.activityGroups.nodes.flatMap(({ entries }) => inLab(lab, entries));
  if (nodes.length === 0) {
    return (
      <EmptyState title="Nothing here yet.">
        Files, contributions and results of this lab appear here once an owner or contributor adds the first
        file.
      </EmptyState>
    );
  }
  const files = newestFiles(nodes, 6);
  const announcements = nodes.filter((node) => 'announcement' in node).slice(0, shownAnnouncements);
  const allActivity = (
    <span className="flex items-center gap-4">
      <FollowButton what="lab" target={{ lab: lab.oclId }} />
      <TextLink href={labPath(lab.shortname, 'activity')}>All activity</TextLink>
    </span>
  );
  return (
    <>
      {announcements.length > 0 && (
        <Section
          title="Announcements"
          action={
            <>
              <Announce oclId={lab.oclId} writers={walletsOffered(lab.members, 'createAnnouncement')} />
              {files.length === 0 && allActivity}
            </>
          }
        >
          <ul className="divide-y divide-line border-b border-line">
            {announcements.map((node) => (
              <ActivityRow key={activityKey(node)} node={node} timeStyle="datetime" />
            ))}
          </ul>
        </Section>
      )}
      {files.length > 0 && (
        <Section title="Newest files" action={allActivity}>
          <NewestFiles files={files} shortname={lab.shortname} />
        </Section>
      )}
    </>
  );
}
