import { Paperclip } from 'lucide-react';
import { filePath } from '#lib/api/lab-reference.ts';
import type { AnnouncementFieldsFragment } from '#packages/client/documents.generated.ts';
import { shortPath } from '../files/panel/short-path.ts';
import { plainText } from '../labs/plain-text.ts';
import { Markdown } from '../ui/markdown.tsx';
import { TextLink } from '../ui/text-link.tsx';

interface AnnouncementTextProps {
  announcement: Pick<AnnouncementFieldsFragment, 'body' | 'attachments'>;
  /** Shortname of the lab. */
  shortname: string;
  /** Shows the full text, however long it is. */
  whole?: boolean;
}

/** Number of characters shown before the reader expands the text. */
const previewLength = 400;

/** Body and attached files of an announcement. */
export function AnnouncementText({ announcement, shortname, whole = false }: AnnouncementTextProps) {
  const { body, attachments } = announcement;
  return (
    <div className="flex flex-col gap-2 py-1">
      {whole || body.length <= previewLength ? (
        <Markdown>{body}</Markdown>
      ) : (
        <details className="group">
          <summary className="list-none rounded [&::-webkit-details-marker]:hidden">
            <span className="line-clamp-3 text-ink2 group-open:hidden">{plainText(body)}</span>
            <span className="text-acc underline underline-offset-2">
              <span className="group-open:hidden">Read more</span>
              <span className="hidden group-open:inline">Read less</span>
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
              <Paperclip aria-hidden className="size-4 shrink-0 text-ink2" />
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
