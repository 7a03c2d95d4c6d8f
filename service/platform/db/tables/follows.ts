import { sql } from 'drizzle-orm';
import { bigint, customType, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

const tsquery = customType<{ data: string }>({ dataType: () => 'tsquery' });

export const followKinds = ['LAB', 'FOLDER', 'FILE', 'SEARCH'] as const;

/** Filters of a search, as they are stored: lists without values are left out. */
export interface StoredFilters {
  byOclIds?: string[];
  byTags?: string[];
  byCategories?: string[];
  byKinds?: ('FILE' | 'ANNOUNCEMENT')[];
  byAccessLevels?: string[];
}

/** What wallets follow. */
export const follows = pgTable(
  'follows',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Lowercase. */
    wallet: text('wallet').notNull(),
    kind: text('kind', { enum: followKinds }).notNull(),
    /** `null` for a search. */
    oclId: text('ocl_id'),
    /** Path of a folder, with a `/` at its end. A move of the folder changes it. */
    path: text('path'),
    /** DID of a file. */
    ref: text('ref'),
    prompt: text('prompt'),
    filters: jsonb('filters').$type<StoredFilters>(),
    /** All words of the prompt. */
    words: tsquery('words'),
    /** The longest of them: only documents with it are compared with the search. */
    longestWord: text('longest_word'),
    /** Only later changes are told. */
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('follows_wallet').on(table.wallet, table.createdAt),
    index('follows_lab').on(table.oclId),
    index('follows_file').on(table.ref).where(sql`${table.ref} is not null`),
    index('follows_words').on(table.longestWord).where(sql`${table.longestWord} is not null`),
  ],
);

/** How far jobs have read the event log; `contract-events`: the newest block whose changes of contracts were told. */
export const logReaders = pgTable('log_readers', {
  name: text('name').primaryKey(),
  number: bigint('number', { mode: 'number' }).notNull(),
});
