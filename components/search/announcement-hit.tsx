import type { SearchLabsQuery } from '@labroom/client/documents';
import { Megaphone } from 'lucide-react';
import { labPath } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { AttachedFiles } from '../core/activity/announcement-text.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Highlighted } from './highlighted.tsx';
import { HitFrame } from './hit-frame.tsx';
import { MatchList } from './match-list.tsx';

type Hit = Extract<
  SearchLabsQuery['searchLabs']['nodes'][number],
  { __typename: 'SearchLabsAnnouncementHit' }
>;

/** An announcement that matches. */
export function AnnouncementHit({ hit: { announcement, lab, snippet, matches } }: { hit: Hit }) {
  const page = labPath(lab.shortname, 'activity', [announcement.id]);
  const hasPassage = matches.some(({ field }) => field === 'TEXT');
  return (
    <HitFrame
      icon={<Megaphone aria-hidden className="size-5 text-ink2" />}
      lab={lab}
      at={announcement.systemTime}
      title={<TextLink href={page}>{visibleName(announcement.headline)}</TextLink>}
      facts="Announcement"
    >
      {snippet && !hasPassage && (
        <p className="max-w-prose text-ink2">
          <Highlighted snippet={snippet} markdown />
        </p>
      )}
      <MatchList matches={matches} name="Headline" markdown />
      <AttachedFiles attachments={announcement.attachments} shortname={lab.shortname} />
    </HitFrame>
  );
}
