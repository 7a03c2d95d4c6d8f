import type { AnnouncementFieldsFragment } from '@labroom/client/documents';
import { Paperclip } from 'lucide-react';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { shortPath } from '#lib/names/short-path.ts';
import { DrawnMarkdown } from '../../ui/drawn-markdown.tsx';
import { TextLink } from '../../ui/text-link.tsx';

interface AnnouncementTextProps {
  announcement: Pick<AnnouncementFieldsFragment, 'id' | 'bodyExcerpt' | 'bodyStart' | 'attachments'>;
  /** Shortname of the lab. */
  shortname: string;
}

/** Body of an announcement, if it is short, or its beginning; and the attached files. */
export function AnnouncementText({ announcement, shortname }: AnnouncementTextProps) {
  const { id, bodyExcerpt, bodyStart, attachments } = announcement;
  const readMore = (
    <TextLink href={labPath(shortname, 'activity', [id])} className="w-fit">
      Read more
    </TextLink>
  );
  return (
    <div className="flex flex-col gap-2 py-1">
      {bodyStart?.tree ? (
        <DrawnMarkdown drawn={bodyStart} more={readMore} />
      ) : (
        <>
          <p className="line-clamp-3 max-w-prose text-ink2 [overflow-wrap:anywhere]">{bodyExcerpt}</p>
          {readMore}
        </>
      )}
      <AttachedFiles attachments={attachments} shortname={shortname} />
    </div>
  );
}

/** Files that an announcement names. */
export function AttachedFiles({
  attachments,
  shortname,
}: Pick<AnnouncementFieldsFragment, 'attachments'> & { shortname: string }) {
  if (attachments.length === 0) return null;
  return (
    <ul aria-label="Attached files" className="flex flex-wrap gap-x-4 gap-y-1">
      {attachments.map(({ did, path }) => (
        <li key={did} className="flex min-w-0 items-center gap-1">
          <Paperclip aria-hidden className="size-4 shrink-0 text-ink2" />
          <TextLink href={filePath(shortname, path)} title={path}>
            {shortPath(path, 48)}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}
