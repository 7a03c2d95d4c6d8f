import type { Metadata } from 'next';
import { LabRecordChoices } from '#components/activity/lab-record-choices.tsx';
import { PeopleProvider } from '#components/core/people/people-provider.tsx';
import { NewRelease } from '#components/releases/new-release.tsx';
import { ReleaseList } from '#components/releases/release-list.tsx';
import { Failure } from '#components/site/failure.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Section } from '#components/ui/section.tsx';
import { WillHold } from '#components/ui/will-hold.tsx';
import { offersTo } from '#lib/labs/offers-to.ts';
import { labMetadata } from '#web/lab-metadata.ts';
import { labOfPage } from '#web/load-lab.ts';
import { loadPeople } from '#web/load-people.ts';
import { loadReleases } from '#web/load-releases.ts';
import { currentSession } from '#web/session/current-session.ts';

interface ReleasesPageProps {
  params: Promise<{ lab: string }>;
}

export async function generateMetadata({ params }: ReleasesPageProps): Promise<Metadata> {
  return labMetadata((await params).lab, 'Releases', 'releases');
}

/** Releases of a lab. */
export default async function ReleasesPage({ params }: ReleasesPageProps) {
  const lab = await labOfPage((await params).lab, 'releases');
  if (!lab) return null;
  const outcome = await loadReleases(lab.oclId);
  if (!outcome.ok) return <Failure title="The releases could not be loaded." failure={outcome.failure} />;
  const { nodes } = outcome.data.releases;
  const reader = (await currentSession())?.walletAddress;
  const offersRelease = offersTo(lab.members, reader)('createRelease');
  const { oclId, shortname, fileCount } = lab;
  return (
    <>
      <LabRecordChoices shortname={shortname} shown={{ page: 'releases' }} />
      <Section
        title="Releases"
        action={offersRelease && <NewRelease lab={{ oclId, shortname, fileCount }} />}
      >
        <p className="max-w-prose text-sm text-ink2">
          A release names every file of the data room at one moment, with its version and its hash. It never
          changes, so it can be cited.
        </p>
        {nodes.length === 0 ? (
          <EmptyState title="No releases yet.">
            {offersRelease
              ? 'Make one when others are to cite the state of the data room.'
              : 'Owners of the lab make them.'}
            <div className="mt-6">
              <WillHold
                rows={[
                  ['Release 2, as cited in the preprint', '41 files'],
                  ['Release 1, the data of the first round', '38 files'],
                ]}
              />
            </div>
          </EmptyState>
        ) : (
          <PeopleProvider {...(await loadPeople(nodes, lab.members))}>
            <ReleaseList releases={nodes} shortname={shortname} />
          </PeopleProvider>
        )}
      </Section>
    </>
  );
}
