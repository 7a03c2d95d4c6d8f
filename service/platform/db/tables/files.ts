import { accessLevels } from '@labroom/protocol/access-level';
import type { SavedView } from '@labroom/protocol/saved-view';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';
import { labs } from './labs.ts';
import type { FormerAccess, StoredEncryption, UploadParts } from './stored-values.ts';

export type { StoredEncryption };

const oclId = () =>
  text('ocl_id')
    .notNull()
    .references(() => labs.oclId);

const accessLevel = () => text('access_level', { enum: accessLevels }).notNull();

const fileColumns = () => ({
  id: uuid('id').primaryKey().defaultRandom(),
  oclId: oclId(),
  did: text('did').notNull().unique(),
  path: text('path').notNull(),
  /** Appearance of `path` (`pathSkeleton`); null until it is computed for rows from before this column existed. */
  pathSkeleton: text('path_skeleton'),
  version: integer('version').notNull(),
  /** Of the newest version. */
  accessLevel: accessLevel(),
  description: text('description'),
  tags: text('tags').array().notNull(),
  categories: text('categories').array().notNull(),
  contentText: text('content_text'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  changeBy: text('change_by').notNull(),
  /** How often it was moved. */
  moves: integer('moves').notNull().default(0),
  /** How its page shows it to everybody; null as judged by the bytes. It has no text of the file. */
  savedView: jsonb('saved_view').$type<SavedView>(),
  /** Whether the operator took it out of lists, search and feeds (`hides`). */
  isHidden: boolean('hidden').notNull().default(false),
});

export const files = pgTable('files', fileColumns(), (table) => [
  unique('files_path').on(table.oclId, table.path),
  // Order of a data room. Deep pages skip rows in this index without reading the files.
  index('files_in_order').on(table.oclId, sql`${table.path} collate "C"`, table.id),
  // What changed lately in a data room. What `labChanges` counts is in it, so that it reads no rows.
  index('files_updated').on(table.oclId, table.updatedAt, table.createdAt, table.id),
  // Truncated, because a skeleton can be longer than an index entry.
  index('files_path_skeleton').on(table.oclId, sql`left(${table.pathSkeleton}, 600) collate "C"`),
  index('files_hidden').on(table.oclId).where(sql`${table.isHidden}`),
  index('files_without_skeleton').on(table.oclId).where(sql`${table.pathSkeleton} is null`),
  // Parts of texts in one lab, see `mayContain`. Without a pending list, because a search would have to scan it.
  index('files_trigrams')
    .using(
      'gin',
      sql`public.file_trigrams(${table.oclId}, public.file_words(${table.path}, ${table.description}, ${table.tags}))`,
    )
    .with({ fastupdate: false }),
]);

/** Paths that files were moved away from. A path leads to the file that left it last. */
export const formerPaths = pgTable(
  'former_paths',
  {
    oclId: oclId(),
    path: text('path').notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    /** Which move of the file left it, from 1. */
    move: integer('move').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.oclId, table.path] }),
    index('former_paths_file').on(table.fileId, table.move),
  ],
);

/** Folders that exist without files. Other folders follow from the paths of files. */
export const folders = pgTable(
  'folders',
  {
    oclId: oclId(),
    /** Ends with `/`. */
    path: text('path').notNull(),
    /** `pathSkeleton`, with a `/` at its end. */
    pathSkeleton: text('path_skeleton').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.oclId, table.path] }),
    index('folders_in_order').on(table.oclId, sql`${table.path} collate "C"`),
  ],
);

const versionColumns = () => ({
  version: integer('version').notNull(),
  objectKey: text('object_key').notNull(),
  contentType: text('content_type').notNull(),
  /** SHA-256 of the stored bytes, lowercase hex. */
  sha256: text('sha256').notNull(),
  contentLength: bigint('content_length', { mode: 'number' }).notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  changeBy: text('change_by').notNull(),
  encryption: jsonb('encryption').$type<StoredEncryption>(),
  /** `PUBLIC` exactly when the version is not encrypted. */
  accessLevel: accessLevel().default('PUBLIC'),
  /**
   * The earlier version that this one repeats. Both have one object, counted once, and one data key, bound to that
   * version. Null for a version with an object of its own.
   */
  restoredFrom: integer('restored_from'),
  /** What changed, in the words of its author; readable by everyone. */
  changeNote: text('change_note'),
  /** Who could open the version before its bytes were replaced, the oldest first; null if they never were. */
  formerAccess: jsonb('former_access').$type<FormerAccess[]>(),
});

export const fileVersions = pgTable(
  'file_versions',
  {
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    ...versionColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.version] }),
    uniqueIndex('file_versions_object').on(table.objectKey).where(sql`${table.restoredFrom} is null`),
    check(
      'file_versions_access_level',
      sql`(${table.accessLevel} = 'PUBLIC') = (${table.encryption} is null)`,
    ),
    // The oldest first, because a lookup lists a bounded number of them.
    index('file_versions_sha256').on(table.sha256, table.createdAt),
    index('file_versions_stated_hash')
      .on(sql`(${table.encryption} ->> 'contentHash')`)
      .where(sql`${table.encryption} is not null`),
    index('file_versions_former_access').using('gin', sql`${table.formerAccess} jsonb_path_ops`),
  ],
);

/** What was moved to the trash in one call, by the file or folder that was named. */
export const trashEntries = pgTable(
  'trash_entries',
  {
    id: uuid('id').primaryKey(),
    oclId: oclId(),
    /** Ends with `/` for a folder. */
    path: text('path').notNull(),
    fileCount: integer('file_count').notNull(),
    /** Bytes of all versions. */
    contentLength: bigint('content_length', { mode: 'number' }).notNull(),
    /** Folders of it that exist without files, as in `folders`. */
    folders: text('folders').array().notNull(),
    trashedBy: text('trashed_by').notNull(),
    trashedAt: moment('trashed_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('trash_entries_lab').on(table.oclId, table.trashedAt.desc().nullsFirst(), table.id),
    index('trash_entries_expired').on(table.expiresAt),
  ],
);

/** Files in the trash. They are in a table of their own, so that no other read can show them. */
export const trashedFiles = pgTable(
  'trashed_files',
  {
    ...fileColumns(),
    entryId: uuid('entry_id')
      .notNull()
      .references(() => trashEntries.id, { onDelete: 'cascade' }),
    formerPaths: jsonb('former_paths').$type<{ path: string; move: number }[]>().notNull(),
  },
  (table) => [index('trashed_files_entry').on(table.entryId)],
);

export const trashedVersions = pgTable(
  'trashed_versions',
  {
    fileId: uuid('file_id')
      .notNull()
      .references(() => trashedFiles.id, { onDelete: 'cascade' }),
    ...versionColumns(),
    /** Where the object is to be, so that its URLs end; null when it is there. */
    nextKey: text('next_key'),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.version] }),
    index('trashed_versions_object').on(table.objectKey),
    index('trashed_versions_next').on(table.nextKey).where(sql`${table.nextKey} is not null`),
  ],
);

export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    oclId: oclId(),
    wallet: text('wallet').notNull(),
    contentType: text('content_type').notNull(),
    contentLength: bigint('content_length', { mode: 'number' }).notNull(),
    /** Where the presigned URL writes; never served. In parts: where they are joined, the key of the version. */
    objectKey: text('object_key').notNull(),
    /** Null for an upload as a whole. */
    parts: jsonb('parts').$type<UploadParts>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Until then its bytes are reserved in the quota and it may be finished. */
    expiresAt: moment('expires_at').notNull(),
    finishedAt: moment('finished_at'),
    /** Hash of the arguments it was finished with, to tell a retry from another call. */
    finishHash: text('finish_hash'),
    result: jsonb('result').$type<{
      datasetId: string;
      contentHash: string;
      version: number;
      message: string;
      /** Absent in rows from before this field existed. */
      publicVersions?: number[];
      /** Hash of the bytes that were replaced; absent where the upload made a version. */
      replaced?: string;
    }>(),
  },
  (table) => [index('uploads_pending').on(table.oclId, table.expiresAt)],
);

/**
 * The distinct access conditions of a lab's encrypted versions. A lookup by plaintext hash evaluates these, chosen
 * independently of the hash, so its cost does not reveal whether the hash exists.
 */
export const labConditions = pgTable(
  'lab_conditions',
  {
    oclId: oclId(),
    /** SHA-256 of `conditions`, hex. The text itself may be too long for an index. */
    digest: text('digest').notNull(),
    /** `accessControlConditions` as stored with the version. */
    conditions: text('conditions').notNull(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.oclId, table.digest] })],
);

/** Every issued data key. A key is bound once, to one file version, by the wallet that requested it. */
export const dataKeys = pgTable(
  'data_keys',
  {
    /** SHA-256 of the wrapped key, hex. */
    wrapHash: text('wrap_hash').primaryKey(),
    keyId: uuid('key_id').notNull(),
    wrappedKey: bytea('wrapped_key').notNull(),
    issuedTo: text('issued_to').notNull(),
    issuedAt: moment('issued_at').notNull().defaultNow(),
    boundFileId: uuid('bound_file_id'),
    boundVersion: integer('bound_version'),
  },
  (table) => [
    uniqueIndex('data_keys_bound')
      .on(table.boundFileId, table.boundVersion)
      .where(sql`${table.boundFileId} is not null`),
  ],
);

/**
 * SHA-256 of each MiB of the objects that arrived in parts, by which clients verify a range (docs/decisions/053). A row has
 * the key of its object, moves with it and is removed with it.
 */
export const objectChunks = pgTable('object_chunks', {
  objectKey: text('object_key').primaryKey(),
  hashes: bytea('hashes').notNull(),
});

/**
 * Objects to delete, and from when on. The worker deletes them, so that a crash between database and storage loses
 * nothing.
 */
export const objectDeletions = pgTable(
  'object_deletions',
  {
    objectKey: text('object_key').primaryKey(),
    dueAt: moment('due_at').notNull().defaultNow(),
    /** The lab whose storage the bytes use until they are deleted; null if they were not counted. */
    oclId: text('ocl_id'),
    contentLength: bigint('content_length', { mode: 'number' }),
  },
  (table) => [
    index('object_deletions_due').on(table.dueAt),
    index('object_deletions_lab').on(table.oclId).where(sql`${table.oclId} is not null`),
  ],
);

export type FileRow = typeof files.$inferSelect;
export type VersionRow = typeof fileVersions.$inferSelect;
