import type { Anchor } from '@labroom/protocol/comment';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment, seal } from './columns.ts';
import { labs } from './labs.ts';

const oclId = () =>
  text('ocl_id')
    .notNull()
    .references(() => labs.oclId);

/** Discussions of labs and of versions of files. A file is named by its DID, because it may be in the trash. */
export const threads = pgTable(
  'threads',
  {
    /** Chosen by the client, so that a retry makes no second one. */
    id: uuid('id').primaryKey(),
    oclId: oclId(),
    /** Null for a discussion of the lab. */
    fileDid: text('file_did'),
    version: integer('version'),
    /** The version whose data key that version has: itself, or the one that it repeats. */
    keyVersion: integer('key_version'),
    /** Null in a discussion of an encrypted version, whose anchor is in its first comment. */
    anchor: jsonb('anchor').$type<Anchor>(),
    /** Comments that are not deleted. A thread without one is shown nowhere. */
    commentCount: integer('comment_count').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    resolvedAt: moment('resolved_at'),
    resolvedBy: text('resolved_by'),
    /** Whether the operator took it out of lists and feeds (`hides`). */
    isHidden: boolean('hidden').notNull().default(false),
  },
  (table) => [
    check(
      'threads_of_version',
      sql`num_nulls(${table.fileDid}, ${table.version}, ${table.keyVersion}) in (0, 3)`,
    ),
    index('threads_newest').on(table.oclId, table.fileDid, table.createdAt.desc().nullsFirst(), table.id),
    index('threads_file').on(table.fileDid, table.keyVersion).where(sql`${table.fileDid} is not null`),
  ],
);

export const comments = pgTable(
  'comments',
  {
    /** Chosen by the client. */
    id: uuid('id').primaryKey(),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id, { onDelete: 'cascade' }),
    author: text('author').notNull(),
    /** Markdown. Null if it is encrypted or deleted. */
    body: text('body'),
    /** IV, ciphertext and tag (packages/client/comments/). */
    ciphertext: bytea('ciphertext'),
    /** SHA-256 of the stored bytes of the version from whose data key the key of the comment is derived, lowercase hex. */
    keySha256: text('key_sha256'),
    mentions: text('mentions').array().notNull(),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
    editedAt: moment('edited_at'),
    deletedAt: moment('deleted_at'),
    deletedBy: text('deleted_by'),
    /** Whether the operator hid its words (`hides`). */
    isHidden: boolean('hidden').notNull().default(false),
    seal: seal(),
  },
  (table) => [
    check(
      'comments_words',
      sql`num_nonnulls(${table.body}, ${table.ciphertext}, ${table.deletedAt}) = 1 and (${table.ciphertext} is null) = (${table.keySha256} is null)`,
    ),
    index('comments_thread').on(table.threadId, table.createdAt, table.id),
  ],
);

/**
 * Keys of comments whose data key is gone. `changeFileVersionAccess` destroys the data key of a version; the client then wraps the
 * key of its comments under the next data key, or publishes it.
 */
export const discussionKeys = pgTable(
  'discussion_keys',
  {
    fileDid: text('file_did').notNull(),
    keyVersion: integer('key_version').notNull(),
    /** `keySha256` of its comments. */
    sha256: text('sha256').notNull(),
    /** Under the present data key of the version. */
    wrapped: bytea('wrapped'),
    /** In the clear: the comments are public. */
    published: bytea('published'),
  },
  (table) => [
    primaryKey({ columns: [table.fileDid, table.keyVersion, table.sha256] }),
    check('discussion_keys_state', sql`num_nonnulls(${table.wrapped}, ${table.published}) = 1`),
  ],
);

/** Who wants a version reviewed, and who has reviewed it. */
export const fileReviews = pgTable(
  'file_reviews',
  {
    oclId: oclId(),
    fileDid: text('file_did').notNull(),
    version: integer('version').notNull(),
    state: text('state', { enum: ['WANTED', 'REVIEWED'] }).notNull(),
    wallet: text('wallet').notNull(),
    /** Who is asked for a review; empty: everyone who may open the version. */
    reviewers: text('reviewers').array().notNull(),
    at: moment('at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.fileDid, table.version, table.state, table.wallet] })],
);
