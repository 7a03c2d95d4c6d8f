import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, seal } from './columns.ts';
import { labs } from './labs.ts';

/** Kinds of entries of a feed. */
export const activityKinds = [
  'FILE_ADDED',
  'FILE_UPDATED',
  'FILE_REMOVED',
  'ENTRIES_MOVED',
  'ENTRIES_TRASHED',
  'ENTRIES_RESTORED',
  'ENTRIES_REMOVED',
  'RELEASE_CREATED',
  'READINESS_CHANGED',
  'TODO_CHANGED',
  'DISCUSSION',
  'ANNOUNCEMENT',
] as const;

/** SQL: whether an entry is a move, a deletion or a restored file. */
export const isEntryChange = sql.raw(
  `kind in (${activityKinds
    .filter((kind) => kind === 'FILE_REMOVED' || kind.startsWith('ENTRIES_'))
    .map((kind) => `'${kind}'`)
    .join(', ')})`,
);

/**
 * The feed of each lab. Entries are snapshots. Deleting a file removes its description, tags, categories and text from
 * all entries.
 */
export const activity = pgTable(
  'activity',
  {
    oclId: text('ocl_id')
      .notNull()
      .references(() => labs.oclId),
    /** Consecutive per lab, from 1. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: activityKinds }).notNull(),
    file: jsonb('file').$type<FileSnapshot>(),
    /** Of a change of several files and folders at once. */
    entries: jsonb('entries').$type<EntriesChange>(),
    announcementId: uuid('announcement_id'),
    releaseId: uuid('release_id'),
    plan: jsonb('plan').$type<PlanChange>(),
    discussion: jsonb('discussion').$type<DiscussionEntry>(),
    changeBy: text('change_by').notNull(),
    eventTime: moment('event_time').notNull(),
    systemTime: moment('system_time').notNull(),
    /** Its row of `activity_groups`. A trigger sets it. */
    groupNumber: bigint('group_number', { mode: 'number' }).notNull().default(0),
    /** Whether the operator hid what it is about (`hides`). A trigger sets it. Its lab can be hidden besides. */
    isHidden: boolean('hidden').notNull().default(false),
    seal: seal(),
  },
  (table) => [
    primaryKey({ columns: [table.oclId, table.seq] }),
    index('activity_group').on(table.oclId, table.groupNumber, table.seq),
    // Order of the feed of all labs with the columns of its filter. Deep pages skip rows in this index without reading
    // the entries.
    index('activity_newest')
      .on(table.systemTime.desc().nullsFirst(), table.oclId, table.seq.desc().nullsFirst(), table.kind)
      .where(sql`not ${table.isHidden}`),
    index('activity_announcements')
      .on(table.systemTime.desc().nullsFirst(), table.oclId, table.seq.desc().nullsFirst())
      .where(sql`${table.kind} = 'ANNOUNCEMENT' and not ${table.isHidden}`),
    // Positions of announcements in a lab's sequence. The pages of its files are computed from them too.
    index('activity_lab_announcements').on(table.oclId, table.seq).where(sql`${table.kind} = 'ANNOUNCEMENT'`),
    // Moves and deletions of a time, which few entries are.
    index('activity_lab_changes').on(table.oclId, table.systemTime).where(isEntryChange),
    // Finds every entry of a file when the file is deleted, and whether a group has the file already.
    index('activity_file')
      .on(table.oclId, sql`(${table.file} ->> 'ref')`, table.groupNumber)
      .where(sql`${table.file} is not null`),
    uniqueIndex('activity_announcement')
      .on(table.announcementId)
      .where(sql`${table.announcementId} is not null`),
  ],
);

/**
 * Entries of a feed that are shown as one: changes of one kind to files, by one wallet, without a longer pause. Every
 * other entry is a group of its own. The function `join_activity_group` of the migrations has the rule. A group keeps
 * its place in the feed while it grows, so pages are stable.
 */
export const activityGroups = pgTable(
  'activity_groups',
  {
    oclId: text('ocl_id')
      .notNull()
      .references(() => labs.oclId),
    /** Consecutive per lab, from 1. */
    number: bigint('number', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: activityKinds }).notNull(),
    /** What its entries did to who can open their files, if anything. */
    accessChange: text('access_change', { enum: ['MADE_PUBLIC', 'MADE_SECRET', 'SHARED'] }),
    changeBy: text('change_by').notNull(),
    entryCount: integer('entry_count').notNull(),
    /** Different files in its entries. */
    fileCount: integer('file_count').notNull(),
    /** Times of its first and its last entry. */
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at').notNull(),
    /** Whether all of its entries are hidden. */
    isHidden: boolean('hidden').notNull().default(false),
    /** `entryCount` and `fileCount` without hidden entries; null while none is hidden. */
    shownEntries: integer('shown_entries'),
    shownFiles: integer('shown_files'),
  },
  (table) => [
    primaryKey({ columns: [table.oclId, table.number] }),
    // The newest groups of a wallet, one of which an entry may join. Deep pages skip rows in it without reading the groups.
    index('activity_groups_wallet').on(table.oclId, table.changeBy, table.startedAt, table.number),
    index('activity_groups_newest')
      .on(table.startedAt.desc().nullsFirst(), table.oclId, table.number.desc().nullsFirst(), table.kind)
      .where(sql`not ${table.isHidden}`),
    index('activity_groups_announcements')
      .on(table.startedAt.desc().nullsFirst(), table.oclId, table.number.desc().nullsFirst())
      .where(sql`${table.kind} = 'ANNOUNCEMENT' and not ${table.isHidden}`),
    index('activity_groups_lab_announcements')
      .on(table.oclId, table.number)
      .where(sql`${table.kind} = 'ANNOUNCEMENT'`),
  ],
);

/** [Note: marks of the common feed] How many listed rows of a list of all labs are not later than a time. */
export const feedMarks = pgTable(
  'feed_marks',
  {
    /** `entries` or `groups`, and the filter. */
    list: text('list').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
    until: moment('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.n] })],
);

/** State of a file right after a change. */
export interface FileSnapshot {
  ref: string;
  path: string;
  tags: string[];
  description: string | null;
  version: number;
  accessLevel: string;
  categories: string[];
  contentType: string;
  contentHash: string;
  contentText: string | null;
  /** Of the version, in the entry that added it. Absent if there never was one. */
  changeNote?: string | null;
  /** The access level before this change. Absent if the change did not alter it. */
  previousAccessLevel?: string;
  /** Earlier versions that are public although this one is encrypted. Absent if there are none. */
  publicVersions?: number[];
  /** Versions that this change opened to the list of the file, ascending. Absent if it did not. */
  sharedVersions?: number[];
}

/** That something was said or reviewed, and never what. */
export interface DiscussionEntry {
  action: 'COMMENTED' | 'REVIEW_WANTED' | 'REVIEWED';
  /** Of a comment. */
  threadId: string | null;
  /** The file as it was then; null for a discussion of the lab. */
  file: { ref: string; path: string; version: number } | null;
}

/** A change of files and folders at once. Paths of folders end with `/`. */
export interface EntriesChange {
  /** The first of them. */
  first: { from: string | null; to: string | null; ref: string | null; fileCount: number }[];
  entryCount: number;
  /** Files in all entries. */
  fileCount: number;
}

/** What changed in the readiness or the to-dos of a lab. */
export interface PlanChange {
  readiness?: { level: number | null; formerLevel: number | null };
  /** Its text is read from the to-do, so that it goes with it. */
  todo?: { id: string; action: 'ADDED' | 'CHANGED' | 'COMPLETED' | 'REOPENED' | 'DELETED' };
}

export const announcements = pgTable('announcements', {
  id: uuid('id').primaryKey().defaultRandom(),
  oclId: text('ocl_id')
    .notNull()
    .references(() => labs.oclId),
  headline: text('headline').notNull(),
  body: text('body').notNull(),
  attachments: text('attachments').array().notNull(),
  seal: seal(),
});
