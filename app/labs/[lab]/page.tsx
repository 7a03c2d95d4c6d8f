import type { Metadata } from 'next';
import Link from 'next/link';
import { activityKey, newestFiles } from '#components/activity/activity-entry.ts';
import { ActivityRow } from '#components/activity/activity-row.tsx';
import { LabDataset } from '#components/labs/lab-dataset.tsx';
import { LabIdentityBlock } from '#components/labs/lab-identity-block.tsx';
import { LabReadiness } from '#components/labs/lab-readiness.tsx';
import { LabTodos } from '#components/labs/lab-todos.tsx';
import { NewestFiles } from '#components/labs/newest-files.tsx';
import { StorageUsed } from '#components/labs/storage-used.tsx';
import { MembersSummary } from '#components/members/members-summary.tsx';
import { Failure } from '#components/site/failure.tsx';
import { TokenSummary } from '#components/tokenize/token-summary.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Markdown } from '#components/ui/markdown.tsx';
import { Section } from '#components/ui/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { WhenUsed } from '#components/ui/when-used.tsx';
import { networks } from '#contracts/networks.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { type Outcome, outcomeOf } from '#lib/api/outcome.ts';
import { readTodos } from '#lib/labs/lab-content.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import {
  DidLinkDocument,
  LabActivityDocument,
  type LabActivityQuery,
  LabOverviewDocument,
  LabTokenDocument,
} from '#packages/client/documents.generated.ts';
import { publicConfig, webEnv } from '#web/env.ts';
import { labMetadata } from '#web/lab-metadata.ts';
import { labOfPage } from '#web/load-lab.ts';
import { queryService } from '#web/query-service.ts';
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
  const membersPath = labPath(lab.shortname, 'members');
  const { oclId } = lab;
  const reader = (await currentSession())?.walletAddress;
  const isOwner = lab.members.some(({ walletAddress, role }) => role === 'OWNER' && walletAddress === reader);
  const [overview, dids, tokens, newest] = await Promise.all([
    outcomeOf(queryService(LabOverviewDocument, { oclId })),
    outcomeOf(queryService(DidLinkDocument, { oclId })),
    outcomeOf(queryService(LabTokenDocument, { oclId })),
    outcomeOf(queryService(LabActivityDocument, { oclId, page: 0, perPage: 50 })),
  ]);
  const didLink = dids.ok ? dids.data.getDidLinkStatus.didLinkStatus : null;
  // Omitted if it cannot be loaded. Other parts of the page show the error.
  const content = overview.ok ? overview.data.labWithDataRoomAndFiles : null;
  const room = content?.dataRoom;
  // Omitted if there is none. The token page explains lab tokens.
  const token = tokens.ok ? tokens.data.labToken : null;
  return (
    <WhenUsed>
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <Section title="About">
            {lab.description ? (
              <Markdown>{lab.description}</Markdown>
            ) : (
              <p className="text-ink2">
                The lab has no description yet.{' '}
                {isOwner && <TextLink href={labPath(lab.shortname, 'settings')}>Add a description</TextLink>}
              </p>
            )}
          </Section>
          {room && (
            <LabDataset
              lab={lab}
              room={room}
              identifiers={[didLink?.accountDid, didLink?.dataRoomDid].filter((did) => did != null)}
              siteUrl={webEnv().webUrl}
            />
          )}
          {content && <LabReadiness content={content} />}
          <Newest lab={lab} outcome={newest} />
        </div>
        <aside className="flex min-w-0 flex-col gap-8">
          <Section title="Identity">
            <LabIdentityBlock lab={lab} chainId={publicConfig().chainId} didLink={didLink} />
          </Section>
          <Section
            title={`Members (${lab.members.length})`}
            action={<TextLink href={membersPath}>Roles and access</TextLink>}
          >
            <MembersSummary members={lab.members} href={membersPath} />
          </Section>
          {token && (
            <Section
              title="Token"
              action={<TextLink href={labPath(lab.shortname, 'tokenize')}>Supply and issuance</TextLink>}
            >
              <TokenSummary token={token} network={networks[publicConfig().chainId]} />
            </Section>
          )}
          {content && <LabTodos todos={readTodos(content.todos)} />}
          {room && (
            <Section title="Data room">
              <StorageUsed
                files={room.filesPage.totalCount}
                used={room.storageUsed}
                limit={room.storageLimit}
              />
            </Section>
          )}
        </aside>
      </div>
    </WhenUsed>
  );
}

/** The newest files and activity, from one request. */
function Newest({ lab, outcome }: { lab: LabIdentity; outcome: Outcome<LabActivityQuery> }) {
  if (!outcome.ok) return <Failure title="The activity could not be loaded." failure={outcome.failure} />;
  const { nodes } = outcome.data.labActivity;
  const files = newestFiles(nodes, 5);
  if (nodes.length === 0) {
    return (
      <EmptyState
        title="No activity yet."
        action={
          <Link
            href={labPath(lab.shortname, 'files')}
            prefetch={false}
            className={buttonClass('secondary', 'sm')}
          >
            Open the data room
          </Link>
        }
      >
        The first upload of an owner or contributor starts the feed.
      </EmptyState>
    );
  }
  return (
    <>
      {files.length > 0 && (
        <Section
          title="Newest files"
          action={<TextLink href={labPath(lab.shortname, 'files')}>All files</TextLink>}
        >
          <NewestFiles files={files} shortname={lab.shortname} />
        </Section>
      )}
      <Section
        title="Activity"
        action={<TextLink href={labPath(lab.shortname, 'activity')}>All activity</TextLink>}
      >
        <ul className="divide-y divide-line border-b border-line">
          {nodes.slice(0, 5).map((node) => (
            <ActivityRow key={activityKey(node)} node={node} timeStyle="relative" />
          ))}
        </ul>
      </Section>
    </>
  );
}
