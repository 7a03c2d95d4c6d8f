import type { NoticeFieldsFragment } from '@labroom/client/documents';
import { labTitle } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { Person } from '../core/people/person.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';
import { noticeText } from './notice-text.ts';

/** An unread notice in two lines, as a list item. The inbox marks it as read. */
export function WaitingNotice({ notice }: { notice: NoticeFieldsFragment }) {
  const { by, lab, path, createdAt } = notice;
  const { verb, subject, href } = noticeText(notice);
  const name = subject ?? (lab && labTitle(lab));
  return (
    <li className="flex flex-col gap-1 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-1">
        {by && <Person value={by} />}
        <span>{verb}</span>
        {name !== null &&
          (href ? (
            <TextLink href={href} title={path ?? name} className="min-w-0 font-medium break-words">
              {visibleName(name)}
            </TextLink>
          ) : (
            <span className="min-w-0 font-medium break-words">{visibleName(name)}</span>
          ))}
      </p>
      <p className="flex min-w-0 flex-wrap gap-x-3 text-ink2">
        {subject !== null && lab && <bdi className="max-w-full truncate">{labTitle(lab)}</bdi>}
        <Time value={createdAt} style="date" />
      </p>
    </li>
  );
}
