import type { NoticeFieldsFragment } from '@labroom/client/documents';
import { noticeVerbs, unknownLabText } from '@labroom/protocol/notice-verbs';
import { discussionPath, filePath, labPath } from '#lib/api/lab-reference.ts';
import { shortPath } from '#lib/names/short-path.ts';
import { activityKind } from '../core/activity/activity-kinds.ts';
import { describeEvent } from '../core/onchain/describe-event.ts';

export interface NoticeText {
  /** Follows the name of the person, or begins the sentence where there is none. */
  verb: string;
  /** What it is about; `null` names the lab alone. */
  subject: string | null;
  /** The place where one acts; `null` while the lab is not registered. */
  href: string | null;
}

type Words = Pick<NoticeText, 'verb'> & {
  /** Instead of the path. */
  subject?: string;
  /** Where one acts. Without it, the file or, without a file, the lab. */
  hrefOf?: (shortname: string) => string;
};

const toMembers = (shortname: string) => labPath(shortname, 'members');
const toDiscussions = (shortname: string) => discussionPath(shortname, { path: null, threadId: null });
const toActivity = (shortname: string) => labPath(shortname, 'activity');

const inDiscussion = ({ path, threadId }: NoticeFieldsFragment) => ({
  hrefOf: (shortname: string) => discussionPath(shortname, { path, threadId }),
});

/** What each kind says. A kind with a place of its own names it here. */
const words: Readonly<Record<NoticeFieldsFragment['kind'], (notice: NoticeFieldsFragment) => Words>> = {
  ACCESS_REQUESTED: () => ({ verb: noticeVerbs.ACCESS_REQUESTED, hrefOf: toMembers }),
  ACCESS_GRANTED: () => ({ verb: noticeVerbs.ACCESS_GRANTED }),
  ACCESS_DECLINED: () => ({ verb: noticeVerbs.ACCESS_DECLINED }),
  INVITATION_ACCEPTED: () => ({ verb: noticeVerbs.INVITATION_ACCEPTED, hrefOf: toMembers }),
  COMMENTED: (notice) => ({ verb: noticeVerbs.COMMENTED, ...inDiscussion(notice) }),
  MENTIONED: (notice) => ({ verb: noticeVerbs.MENTIONED, ...inDiscussion(notice) }),
  MENTIONED_BY_UNKNOWN_LAB: ({ lab, count }) => ({
    verb: unknownLabText(count),
    ...(lab && { subject: 'See the lab', hrefOf: toDiscussions }),
  }),
  REVIEW_WANTED: (notice) => ({ verb: noticeVerbs.REVIEW_WANTED, ...inDiscussion(notice) }),
  REVIEWED: (notice) => ({ verb: noticeVerbs.REVIEWED, ...inDiscussion(notice) }),
  ROLE_ENDING: () => ({ verb: noticeVerbs.ROLE_ENDING, hrefOf: toMembers }),
  FOLLOWED: followed,
  WEBHOOK_DISABLED: () => ({
    verb: noticeVerbs.WEBHOOK_DISABLED,
    hrefOf: (shortname) => labPath(shortname, 'settings'),
  }),
  MAIL_DISABLED: () => ({ verb: noticeVerbs.MAIL_DISABLED }),
};

/** The sentence of a notice and its link. */
export function noticeText(notice: NoticeFieldsFragment): NoticeText {
  const { kind, lab, path, count } = notice;
  const { verb, subject = path && shortPath(path), hrefOf } = words[kind](notice);
  // The sentence about an unknown lab has its count.
  const hasOthers = count > 1 && subject !== null && kind !== 'MENTIONED_BY_UNKNOWN_LAB';
  const others = hasOthers ? ` and ${(count - 1).toLocaleString('en')} more` : '';
  return {
    verb,
    subject: subject && subject + others,
    href: lab && (hrefOf?.(lab.shortname) ?? placeOf(lab.shortname, path)),
  };
}

function placeOf(shortname: string, path: string | null): string {
  if (!path) return labPath(shortname);
  return path.endsWith('/')
    ? labPath(shortname, 'files', path.slice(0, -1).split('/'))
    : filePath(shortname, path);
}

/** What happened, in the words of the feed. */
function followed({ event }: NoticeFieldsFragment): Words {
  const { activity, onChain } = event ?? {};
  if (onChain) return { verb: `${describeEvent(onChain).title} in`, hrefOf: toActivity };
  if (!activity) return { verb: noticeVerbs.FOLLOWED };
  const kind = activityKind(activity);
  const verb = kind.after ? `${kind.verb} ${kind.after}:` : kind.verb;
  switch (activity.__typename) {
    case 'LabEventAnnouncement': {
      const { id, headline } = activity.announcement;
      return { verb, subject: headline, hrefOf: (shortname) => `${toActivity(shortname)}#${id}` };
    }
    case 'LabEventDiscussion': {
      const { path, threadId } = activity.discussion;
      return { verb, hrefOf: (shortname) => discussionPath(shortname, { path, threadId }) };
    }
    case 'LabEventReleaseCreated': {
      const { name, number } = activity.release;
      return { verb, subject: name, hrefOf: (shortname) => labPath(shortname, 'releases', [String(number)]) };
    }
    case 'LabEventReadinessChanged':
      return { verb: 'stated the readiness of' };
    case 'LabEventTodoChanged':
      return { verb, ...(activity.todo.text && { subject: activity.todo.text }) };
    case 'LabEventFileRemoved':
    case 'LabEventEntriesTrashed':
    case 'LabEventEntriesRemoved':
      return { verb, hrefOf: toActivity };
    default:
      return { verb };
  }
}
