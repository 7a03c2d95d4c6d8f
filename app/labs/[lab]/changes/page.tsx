import type { Metadata } from 'next';
import { ActivityFeed } from '#components/activity/activity-feed.tsx';
import { LabRecordChoices } from '#components/activity/lab-record-choices.tsx';
import { inLab } from '#components/core/activity/activity-entry.ts';
import { ChangesForm } from '#components/releases/changes-form.tsx';
import { RoomChanges } from '#components/releases/room-changes.tsx';
import { Failure } from '#components/site/failure.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { Section } from '#components/ui/section.tsx';
import { WillHold } from '#components/ui/will-hold.tsx';
import { labPath } from '#lib/api/lab-reference.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { parseMoment } from '#lib/releases/compared-moments.ts';
import { firstParam, pageParam, type SearchParams, withParams } from '#lib/urls/search-params.ts';
import { labMetadata } from '#web/lab-metadata.ts';
import { type ComparedRoom, loadChanges } from '#web/load-changes.ts';
import { labOfPage } from '#web/load-lab.ts';
import { loadReleases } from '#web/load-releases.ts';

interface ChangesPageProps {
  params: Promise<{ lab: string }>;
  searchParams: SearchParams;
}

export async function generateMetadata({ params }: ChangesPageProps): Promise<Metadata> {
  return labMetadata((await params).lab, 'What changed', 'changes');
}

/** What changed in a data room between two releases or two days. */
export default async function ChangesPage({ params, searchParams }: ChangesPageProps) {
  const query = await searchParams;
  const lab = await labOfPage((await params).lab, 'changes', [], query);
  if (!lab) return null;
  const releases = await loadReleases(lab.oclId);
  if (!releases.ok) return <Failure title="The releases could not be loaded." failure={releases.failure} />;
  const [from, to] = [firstParam(query.from), firstParam(query.to)];
  const [former, later] = [parseMoment(from), parseMoment(to)];
  const page = pageParam(query.page);
  const outcome =
    former && later
      ? await loadChanges(lab.oclId, { former, later, page }, releases.data.releases.nodes)
      : null;
  const path = labPath(lab.shortname, 'changes');
  return (
    <>
      <LabRecordChoices shortname={lab.shortname} shown={{ page: 'changes' }} />
      <Section title="What changed">
        <ChangesForm path={path} releases={releases.data.releases.nodes} from={from} to={to} />
        {outcome === null && (
          <>
            <p className="max-w-prose text-sm text-ink2">
              {from || to
                ? 'Choose two moments, the earlier one first.'
                : 'Between releases, every difference is listed. Between days, files that are there now are compared, and moves and deletions are listed as the feed has them.'}
            </p>
            <WillHold
              rows={[
                ['plate-03.csv', 'version 2 → 3'],
                ['round-4/gel.tif', 'added'],
                ['notes.md', 'for the team → for everyone'],
              ]}
            />
          </>
        )}
        {outcome && !outcome.ok && (
          <Failure title="The changes could not be loaded." failure={outcome.failure} />
        )}
        {outcome?.ok && (
          <Changes
            lab={lab}
            room={outcome.data}
            page={page}
            hrefFor={(other) =>
              withParams(path, {
                ...(from && { from }),
                ...(to && { to }),
                page: other > 0 ? String(other + 1) : undefined,
              })
            }
          />
        )}
      </Section>
    </>
  );
}

interface ChangesProps {
  lab: LabIdentity;
  room: ComparedRoom;
  page: number;
  hrefFor: (page: number) => string;
}

function Changes({
  lab,
  room: { changes, total, totalPages, events, present },
  page,
  hrefFor,
}: ChangesProps) {
  if (totalPages === 0 && page === 0)
    return <EmptyState title="Nothing changed.">Both moments have the same files and versions.</EmptyState>;
  return (
    <div className="flex flex-col gap-6 pt-6">
      {(total > 0 || page === 0) && (
        <p className="tabular text-lg font-serif">
          {total === 1 ? '1 file differs' : `${total.toLocaleString('en')} files differ`}
        </p>
      )}
      {changes.length > 0 && <RoomChanges changes={changes} present={present} shortname={lab.shortname} />}
      {events.length > 0 && (
        <section aria-labelledby="moves" className="flex flex-col gap-2">
          <h3 id="moves" className="text-lg">
            Moves and deletions
          </h3>
          <ActivityFeed nodes={inLab(lab, events)} />
        </section>
      )}
      <Pagination page={page} totalPages={totalPages} hrefFor={hrefFor} />
    </div>
  );
}
