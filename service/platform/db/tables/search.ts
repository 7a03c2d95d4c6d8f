import { type SQL, sql } from 'drizzle-orm';
import { bigint, check, customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { announcements } from './activity.ts';
import { files } from './files.ts';
import { labs } from './labs.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * What can be found: one row for every file and announcement. Triggers of the tables that hold them write it, in the
 * transaction of the change, so that no program can forget to; a row goes with what it stands for. Triggers, text search
 * configurations and further indexes stand in the baseline migration.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    /** Ascending in time: the greater, the newer. */
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
    /** Lowercase, as the filters compare. */
    tags: text('tags').array().notNull(),
    categories: text('categories').array().notNull(),
    /** Stems with weights: path and headline A, description, tags and categories B, contents C, joined compounds D. */
    stems: tsvector('stems').notNull(),
  },
  (table) => [
    check('search_documents_one_subject', sql`num_nonnulls(${table.fileId}, ${table.announcementId}) = 1`),
    index('search_documents_lab').on(table.oclId),
    // Without a list of pending entries: a search never waits for what writers put off.
    index('search_documents_stems').using('gin', table.stems).with({ fastupdate: false }),
  ],
);

/**
 * Every word that was ever written in a document or lab name, without accents, with its stem: where beginnings of words
 * are completed and misspelt ones corrected. Words stay when their last document goes; then they lead to nothing.
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
