'use client';
import type { NoticeFieldsFragment } from '@labroom/client/documents';
import type { ComponentType } from 'react';
import { labTitle } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { Person } from '../core/people/person.tsx';
import { classNames } from '../ui/class-names.ts';
import { shortHex } from '../ui/short-hex.ts';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';
import { MuteMenu } from './mute-menu.tsx';
import { noticeText } from './notice-text.ts';

interface NoticeRowProps {
  notice: NoticeFieldsFragment;
  onRead: () => void;
  Decision: DecisionPart;
}

/** Decides on a request for access, and shows what became of it. */
export type DecisionPart = ComponentType<{
  requestId: string;
  lab: NonNullable<NoticeFieldsFragment['lab']>;
}>;

/** Who did what where. Its link leads to the place where one acts, and marks it as read. */
export function NoticeRow({ notice, onRead, Decision }: NoticeRowProps) {
  const { kind, by, lab, oclId, path, requestId, follow, isRead, createdAt } = notice;
  const { verb, subject, href } = noticeText(notice);
  const title = lab ? labTitle(lab) : oclId && shortHex(oclId);
  /** `null` for a notice about the wallet itself. */
  const name = subject ?? title;
  const linkProps = { onClick: isRead ? undefined : onRead, className: 'min-w-0 font-medium break-words' };
  return (
    <li className="flex gap-x-3 gap-y-2 py-3 text-sm max-sm:flex-wrap">
      <span aria-hidden className={classNames('mt-2 size-2 shrink-0 rounded-full', !isRead && 'bg-acc')} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className={classNames('flex flex-wrap items-center gap-1', isRead && 'text-ink2')}>
          {!isRead && <span className="sr-only">Unread: </span>}
          {by && <Person value={by} />}
          <span>{verb}</span>
          {name === null ? null : href ? (
            <TextLink href={href} title={path ?? name} {...linkProps}>
              {visibleName(name)}
            </TextLink>
          ) : (
            <span className={linkProps.className}>{visibleName(name)}</span>
          )}
        </p>
        <p className="flex min-w-0 flex-wrap gap-x-3 text-ink2">
          {subject !== null && lab && kind !== 'MENTIONED_BY_UNKNOWN_LAB' && (
            <span className="max-w-full truncate">in {title}</span>
          )}
          {follow?.prompt && (
            <span className="max-w-full truncate">matches “{visibleName(follow.prompt)}”</span>
          )}
        </p>
        {isAboutRequest(kind) && requestId && lab && <Decision requestId={requestId} lab={lab} />}
      </div>
      <Time value={createdAt} className="shrink-0 text-ink2 max-sm:order-last max-sm:w-full max-sm:pl-5" />
      <MuteMenu notice={notice} />
    </li>
  );
}

const isAboutRequest = (kind: NoticeFieldsFragment['kind']) =>
  kind === 'ACCESS_REQUESTED' || kind === 'INVITATION_ACCEPTED';
