import { discussionPath, filePath, labPath } from '#lib/api/lab-reference.ts';
import type { NoticeFieldsFragment } from '#packages/client/documents.generated.ts';
import { activityKind } from '../activity/activity-kinds.ts';
import { shortPath } from '../files/panel/short-path.ts';
import { describeEvent } from '../onchain/describe-event.ts';

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
const toActivity = (shortname: string) => labPath(shortname, 'activity');

const inDiscussion = ({ path, threadId }: NoticeFieldsFragment) => ({
  hrefOf: (shortname: string) => discussionPath(shortname, { path, threadId }),
});

/** What each kind says. A kind with a place of its own names it here. */
const words: Readonly<Record<NoticeFieldsFragment['kind'], (notice: NoticeFieldsFragment) => Words>> = {
  ACCESS_REQUESTED: () => ({ verb: 'asks for access to', hrefOf: toMembers }),
  ACCESS_GRANTED: () => ({ verb: 'gave you access to' }),
  ACCESS_DECLINED: () => ({ verb: 'declined your request for access to' }),
  INVITATION_ACCEPTED: () => ({ verb: 'accepted an invitation to', hrefOf: toMembers }),
  COMMENTED: (notice) => ({ verb: 'commented on', ...inDiscussion(notice) }),
  MENTIONED: (notice) => ({ verb: 'mentioned you in a comment on', ...inDiscussion(notice) }),
  REVIEW_WANTED: (notice) => ({ verb: 'wants a review of', ...inDiscussion(notice) }),
  REVIEWED: (notice) => ({ verb: 'reviewed', ...inDiscussion(notice) }),
  ROLE_ENDING: () => ({ verb: 'A role ends soon in', hrefOf: toMembers }),
  FOLLOWED: followed,
  WEBHOOK_DISABLED: () => ({
    verb: 'A webhook that no longer answers was disabled in',
    hrefOf: (shortname) => labPath(shortname, 'settings'),
  }),
};

/** The sentence of a notice and its link. */
export function noticeText(notice: NoticeFieldsFragment): NoticeText {
  const { kind, lab, path, count } = notice;
  const { verb, subject = path && shortPath(path), hrefOf } = words[kind](notice);
  const others = count > 1 && subject !== null ? ` and ${(count - 1).toLocaleString('en')} more` : '';
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
  if (!activity) return { verb: 'changed' };
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
