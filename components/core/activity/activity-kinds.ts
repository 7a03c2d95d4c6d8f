import {
  FileInput,
  FilePen,
  FilePlus,
  FileX,
  Gauge,
  ListTodo,
  Lock,
  LockOpen,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  Tag,
  Trash2,
  Undo2,
} from 'lucide-react';
import { changeOfAccess } from '#components/core/access/change-of-access.ts';
import type { ActivityNode } from './activity-entry.ts';

interface ActivityKind {
  icon: LucideIcon;
  /** Between the name of the person and the subject of the entry. */
  verb: string;
  /** After the subject. */
  after?: string;
}

const activityKinds: Readonly<Record<ActivityNode['__typename'], ActivityKind>> = {
  LabEventFileAdded: { icon: FilePlus, verb: 'added' },
  LabEventFileUpdated: { icon: FilePen, verb: 'changed' },
  LabEventFileRemoved: { icon: FileX, verb: 'removed' },
  LabEventEntriesMoved: { icon: FileInput, verb: 'moved' },
  LabEventEntriesTrashed: { icon: Trash2, verb: 'moved to the trash' },
  LabEventEntriesRestored: { icon: Undo2, verb: 'restored' },
  LabEventEntriesRemoved: { icon: FileX, verb: 'deleted permanently' },
  LabEventReleaseCreated: { icon: Tag, verb: 'released' },
  LabEventReadinessChanged: { icon: Gauge, verb: 'stated the readiness:' },
  LabEventTodoChanged: { icon: ListTodo, verb: 'changed the to-do' },
  LabEventDiscussion: { icon: MessageSquare, verb: 'commented on' },
  LabEventAnnouncement: { icon: Megaphone, verb: 'announced' },
};

const madePublic: ActivityKind = { icon: LockOpen, verb: 'made', after: 'public' };
const madeSecret: ActivityKind = { icon: Lock, verb: 'made', after: 'secret' };

const todoVerbs = {
  ADDED: 'added the to-do',
  CHANGED: 'changed the to-do',
  COMPLETED: 'completed the to-do',
  REOPENED: 'reopened the to-do',
  DELETED: 'deleted a to-do',
} as const;

const discussionVerbs = {
  COMMENTED: 'commented on',
  REVIEW_WANTED: 'wants a review of',
  REVIEWED: 'reviewed',
} as const;

interface Described {
  __typename: ActivityNode['__typename'];
  entry?: { accessLevel: string; previousAccessLevel: string | null };
  todo?: { action: keyof typeof todoVerbs };
  discussion?: { action: keyof typeof discussionVerbs };
}

/** The words for what an entry did. All entries of a group have the same. */
export function activityKind(node: Described): ActivityKind {
  const { entry, todo, discussion } = node;
  if (todo) return { icon: ListTodo, verb: todoVerbs[todo.action] };
  if (discussion) return { icon: MessageSquare, verb: discussionVerbs[discussion.action] };
  const change = entry?.previousAccessLevel
    ? changeOfAccess(entry.previousAccessLevel, entry.accessLevel)
    : null;
  if (change === null) return activityKinds[node.__typename];
  return change === 'becomesPublic' ? madePublic : madeSecret;
}
