import type { Metadata } from 'next';
import { AttachedFiles } from '#components/core/activity/announcement-text.tsx';
import { ReportButton } from '#components/core/moderation/report-button.tsx';
import { PeopleProvider } from '#components/core/people/people-provider.tsx';
import { Person } from '#components/core/people/person.tsx';
import { Failure } from '#components/site/failure.tsx';
import { DrawnMarkdown } from '#components/ui/drawn-markdown.tsx';
import { Section } from '#components/ui/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { labPath } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { labMetadata } from '#web/lab-metadata.ts';
import { loadAnnouncement } from '#web/load-announcement.ts';
import { labOfPage } from '#web/load-lab.ts';
import { loadPeople } from '#web/load-people.ts';

interface AnnouncementPageProps {
  params: Promise<{ lab: string; announcement: string }>;
}

export async function generateMetadata({ params }: AnnouncementPageProps): Promise<Metadata> {
  const { lab, announcement } = await params;
  return labMetadata(lab, 'Announcement', 'activity', [announcement]);
}

/** One announcement with its whole text. */
export default async function AnnouncementPage({ params }: AnnouncementPageProps) {
  const { lab: segment, announcement: id } = await params;
  const lab = await labOfPage(segment, 'activity', [id]);
  if (!lab) return null;
  const outcome = await loadAnnouncement(lab.oclId, id);
  if (!outcome.ok) return <Failure title="The announcement could not be loaded." failure={outcome.failure} />;
  const { headline, body, bodyDrawn, attachments, changeBy, systemTime } = outcome.data;
  const people = await loadPeople([changeBy], lab.members);
  return (
    <PeopleProvider {...people}>
      <Section
        title={visibleName(headline)}
        action={<TextLink href={labPath(lab.shortname, 'activity')}>All activity</TextLink>}
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink2">
          <Person value={changeBy} />
          <Time value={systemTime} />
        </p>
        <DrawnMarkdown
          drawn={bodyDrawn}
          more={
            <details>
              <summary className="w-fit rounded text-ink2 hover:text-ink">
                Show the whole text as it was written
              </summary>
              <p className="max-w-prose pt-2 whitespace-pre-wrap [overflow-wrap:anywhere]">{body}</p>
            </details>
          }
        />
        <AttachedFiles attachments={attachments} shortname={lab.shortname} />
        <div className="-ml-3">
          <ReportButton subject={{ kind: 'ANNOUNCEMENT', oclId: lab.oclId, subject: id }} />
        </div>
      </Section>
    </PeopleProvider>
  );
}
