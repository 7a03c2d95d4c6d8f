import { plainExcerpt } from '@labroom/markdown/excerpt';
import type { ActivityRow } from '#core/feed/feed-store.ts';
import { seesHidden } from '#core/rights/sees-hidden.ts';
import type { PlanChange } from '#platform/db/tables/activity.ts';
import { clampPage } from '#platform/input/page.ts';
import { drawn, drawnStart } from './drawn-fields.ts';
import { hidingFor } from './hiding.ts';
import type { ResolverContext } from './loaders.ts';
import { profileOf } from './profile-fields.ts';
import type {
  ActivityGroupResolvers,
  LabAnnouncementResolvers,
  LabDiscussionEntryResolvers,
  LabEntriesChangeResolvers,
  LabFileEntryResolvers,
  LabReadinessChangeResolvers,
  LabTodoChangeResolvers,
} from './resolvers.generated.ts';

/** The type of an entry of a feed, by its kind. */
export const activityTypes = {
  FILE_ADDED: 'LabEventFileAdded',
  FILE_UPDATED: 'LabEventFileUpdated',
  FILE_REMOVED: 'LabEventFileRemoved',
  ENTRIES_MOVED: 'LabEventEntriesMoved',
  ENTRIES_TRASHED: 'LabEventEntriesTrashed',
  ENTRIES_RESTORED: 'LabEventEntriesRestored',
  ENTRIES_REMOVED: 'LabEventEntriesRemoved',
  RELEASE_CREATED: 'LabEventReleaseCreated',
  READINESS_CHANGED: 'LabEventReadinessChanged',
  TODO_CHANGED: 'LabEventTodoChanged',
  DISCUSSION: 'LabEventDiscussion',
  ANNOUNCEMENT: 'LabEventAnnouncement',
} as const;

/** Returns a feed row's snapshot of a file. Every row about one file has it. */
function fileOf(row: ActivityRow): NonNullable<ActivityRow['file']> {
  if (!row.file) throw new Error(`Feed entry ${row.oclId} ${row.seq} has no file`);
  return row.file;
}

export function labOfEntry(row: { oclId: string }, _: unknown, { loaders }: ResolverContext) {
  return loaders.labs.load(row.oclId);
}

export const activityGroupFields: ActivityGroupResolvers = {
  entries: ({ oclId, number, withHidden }, args, { loaders }) =>
    loaders.groupEntries.load({ oclId, number, withHidden, ...clampPage(args, { default: 10, max: 100 }) }),
  lab: labOfEntry,
};

export const fileEntryFields: LabFileEntryResolvers = {
  profile: profileOf(({ changeBy }) => changeBy),
  ref: (row) => fileOf(row).ref,
  path: (row) => fileOf(row).path,
  tags: (row) => fileOf(row).tags,
  description: (row) => fileOf(row).description,
  version: (row) => fileOf(row).version,
  accessLevel: (row) => fileOf(row).accessLevel,
  categories: (row) => fileOf(row).categories,
  contentType: (row) => fileOf(row).contentType,
  contentHash: (row) => fileOf(row).contentHash,
  previousAccessLevel: (row) => fileOf(row).previousAccessLevel ?? null,
  publicVersions: (row) => fileOf(row).publicVersions ?? [],
  sharedVersions: (row) => fileOf(row).sharedVersions ?? [],
  changeNote: (row) => fileOf(row).changeNote ?? null,
  contentText: ({ oclId, seq }, _, { loaders }) => loaders.entryTexts.load({ oclId, seq }),
};

function bodyOf({ announcementId }: ActivityRow, { loaders }: ResolverContext): Promise<string> {
  return loaders.bodies.load(announcementId ?? '');
}

export const announcementFields: LabAnnouncementResolvers = {
  profile: profileOf(({ changeBy }) => changeBy),
  id: (row) => row.announcementId ?? '',
  headline: async (row, _, { loaders }) =>
    (await loaders.announcements.load(row.announcementId ?? '')).headline,
  body: (row, _, context) => bodyOf(row, context),
  bodyExcerpt: async (row, _, { loaders }) =>
    plainExcerpt((await loaders.announcements.load(row.announcementId ?? '')).start),
  bodyStart: async (row, _, context) => {
    const { start, isWhole } = await context.loaders.announcements.load(row.announcementId ?? '');
    return isWhole ? drawnStart(context, start, row.oclId) : null;
  },
  bodyDrawn: async (row, _, context) => drawn(context, await bodyOf(row, context), row.oclId),
  attachments: async (row, _, context) => {
    const { loaders } = context;
    const { attachments } = await loaders.announcements.load(row.announcementId ?? '');
    const files = await loaders.files.loadMany(attachments);
    const withHidden = await seesHidden(context, await loaders.labs.load(row.oclId));
    return files.flatMap((file) =>
      file === null || file instanceof Error || (file.isHidden && !withHidden) ? [] : [file],
    );
  },
  hidden: (row, _, context) =>
    row.isHidden
      ? hidingFor(context, { kind: 'ANNOUNCEMENT', oclId: row.oclId, subject: row.announcementId ?? '' })
      : null,
};

function entriesOf(row: ActivityRow): NonNullable<ActivityRow['entries']> {
  if (!row.entries) throw new Error(`Feed entry ${row.oclId} ${row.seq} has no entries`);
  return row.entries;
}

export const entriesChangeFields: LabEntriesChangeResolvers = {
  profile: profileOf(({ changeBy }) => changeBy),
  entries: (row) => entriesOf(row).first,
  entryCount: (row) => entriesOf(row).entryCount,
  fileCount: (row) => entriesOf(row).fileCount,
};

function planOf<Key extends keyof PlanChange>(row: ActivityRow, key: Key): NonNullable<PlanChange[Key]> {
  const change = row.plan?.[key];
  if (!change) throw new Error(`Feed entry ${row.oclId} ${row.seq} has no ${key}`);
  return change;
}

export const readinessChangeFields: LabReadinessChangeResolvers = {
  profile: profileOf(({ changeBy }) => changeBy),
  level: (row) => planOf(row, 'readiness').level,
  formerLevel: (row) => planOf(row, 'readiness').formerLevel,
};

export const todoChangeFields: LabTodoChangeResolvers = {
  profile: profileOf(({ changeBy }) => changeBy),
  id: (row) => planOf(row, 'todo').id,
  action: (row) => planOf(row, 'todo').action,
  text: async (row, _, { loaders }) => (await loaders.todos.load(planOf(row, 'todo').id))?.text ?? null,
};

function discussionOf(row: ActivityRow): NonNullable<ActivityRow['discussion']> {
  if (!row.discussion) throw new Error(`Feed entry ${row.oclId} ${row.seq} has no discussion`);
  return row.discussion;
}

export const discussionEntryFields: LabDiscussionEntryResolvers = {
  profile: profileOf(({ changeBy }) => changeBy),
  action: (row) => discussionOf(row).action,
  threadId: (row) => discussionOf(row).threadId,
  ref: (row) => discussionOf(row).file?.ref ?? null,
  path: (row) => discussionOf(row).file?.path ?? null,
  version: (row) => discussionOf(row).file?.version ?? null,
};
