import { type SQL, sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { announcements } from './activity.ts';
import { moment, tsvector, xid8 } from './columns.ts';
import { files } from './files.ts';
import { labs } from './labs.ts';

/**
 * The searchable documents: one row for every file and announcement. Triggers of their tables write it in the
 * transaction of the change; a row is deleted with its file or announcement. Triggers, text search configurations and
 * further indexes are in the baseline migration.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    /** Ascending in time. */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    oclId: text('ocl_id')
      .notNull()
      .references(() => labs.oclId),
    fileId: uuid('file_id')
      .unique()
      .references(() => files.id, { onDelete: 'cascade' }),
    announcementId: uuid('announcement_id')
      .unique()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['FILE', 'ANNOUNCEMENT'] })
      .notNull()
      .generatedAlwaysAs((): SQL => sql`case when file_id is null then 'ANNOUNCEMENT' else 'FILE' end`),
    accessLevel: text('access_level').notNull(),
    /** Lowercase, for the filters. */
    tags: text('tags').array().notNull(),
    categories: text('categories').array().notNull(),
    /** Stems with weights: path and headline A, description, tags and categories B, contents C, joined compounds D. */
    stems: tsvector('stems').notNull(),
    /** Whether its lab, file or announcement is hidden (`hides`): it is found by nothing. */
    isHidden: boolean('hidden').notNull().default(false),
    /** The last transaction that wrote this row. A process that has all documents in memory finds the changed ones by it. */
    changedIn: xid8('changed_in').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    check('search_documents_one_subject', sql`num_nonnulls(${table.fileId}, ${table.announcementId}) = 1`),
    index('search_documents_lab').on(table.oclId),
    index('search_documents_changed').on(table.changedIn),
  ],
);

/** Documents that were deleted in the last day, for processes that have all documents in memory; 0: all documents. */
export const searchDeletions = pgTable(
  'search_deletions',
  {
    deletedIn: xid8('deleted_in').notNull().default(sql`pg_current_xact_id()`),
    documentId: bigint('document_id', { mode: 'number' }).notNull(),
    deletedAt: moment('deleted_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.deletedIn, table.documentId] }),
    index('search_deletions_at').on(table.deletedAt),
  ],
);

/** Moved files whose documents still have the words of the former path. */
export const searchMoved = pgTable('search_moved', {
  fileId: uuid('file_id')
    .primaryKey()
    .references(() => files.id, { onDelete: 'cascade' }),
});

/**
 * Every word that ever occurred in a document or lab name, without accents, with its stem. Used to complete prefixes
 * and to correct typos. A word stays after its last document is deleted and then matches nothing.
 */
export const searchWords = pgTable(
  'search_words',
  {
    word: text('word').primaryKey(),
    stem: text('stem').notNull(),
  },
  (table) => [
    index('search_words_stem').on(table.stem),
    index('search_words_prefix').on(table.word.op('text_pattern_ops')),
    index('search_words_trigrams').using('gin', table.word.op('gin_trgm_ops')),
  ],
);
