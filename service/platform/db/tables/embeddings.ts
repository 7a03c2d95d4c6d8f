import { sql } from 'drizzle-orm';
import { bigint, customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';
import { searchDocuments } from './search.ts';

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * What a language model makes of each document, and which documents it has yet to be shown. A trigger of
 * `search_documents` writes a row that is due, in the transaction of the change, and takes the vector of what was there
 * before away; a row goes with its document. Where no model is configured, rows stay due.
 */
export const searchEmbeddings = pgTable(
  'search_embeddings',
  {
    documentId: bigint('document_id', { mode: 'number' })
      .primaryKey()
      .references(() => searchDocuments.id, { onDelete: 'cascade' }),
    /** Counts changes of the document: a vector of an earlier one is never kept. */
    revision: integer('revision').notNull().default(1),
    /** From when on somebody should make its vector; null: there is nothing to do. */
    dueAt: moment('due_at').defaultNow(),
    model: text('model'),
    dimensions: integer('dimensions'),
    /** Float32, little-endian, of length 1. */
    vector: bytea('vector'),
    /** The transaction that wrote this row last, by which a process that holds all vectors finds those that changed. */
    changedIn: xid8('changed_in').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('search_embeddings_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('search_embeddings_space').on(table.model, table.dimensions),
    index('search_embeddings_changed').on(table.changedIn),
  ],
);
