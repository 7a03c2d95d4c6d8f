import { Paperclip } from 'lucide-react';
import { filePath } from '#lib/api/lab-reference.ts';
import type { AnnouncementFieldsFragment } from '#packages/client/documents.generated.ts';
import { shortPath } from '../files/panel/short-path.ts';
import { plainText } from '../labs/plain-text.ts';
import { Markdown } from '../ui/markdown.tsx';
import { TextLink } from '../ui/text-link.tsx';

interface AnnouncementTextProps {
  announcement: Pick<AnnouncementFieldsFragment, 'body' | 'attachments'>;
  /** Of its lab. */
  shortname: string;
  /** Shows all of it, however long it is. */
  whole?: boolean;
}

/** So much is read at a glance; more opens on demand. */
const glance = 400;

/** What an announcement says, and the files it comes with. */
export function AnnouncementText({ announcement, shortname, whole = false }: AnnouncementTextProps) {
  const { body, attachments } = announcement;
  return (
    <div className="flex flex-col gap-2 py-1">
      {whole || body.length <= glance ? (
        <Markdown>{body}</Markdown>
      ) : (
        <details className="group">
          <summary className="list-none rounded [&::-webkit-details-marker]:hidden">
            <span className="line-clamp-3 text-muted group-open:hidden">{plainText(body)}</span>
            <span className="text-accent underline underline-offset-2">
              <span className="group-open:hidden">Read more</span>
              <span className="hidden group-open:inline">Show less</span>
            </span>
          </summary>
          <div className="pt-2">
            <Markdown>{body}</Markdown>
          </div>
        </details>
      )}
      {attachments.length > 0 && (
        <ul aria-label="Attached files" className="flex flex-wrap gap-x-4 gap-y-1">
          {attachments.map(({ did, path }) => (
            <li key={did} className="flex min-w-0 items-center gap-1">
              <Paperclip aria-hidden className="size-4 shrink-0 text-muted" />
              <TextLink href={filePath(shortname, path)} title={path}>
                {shortPath(path, 48)}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
