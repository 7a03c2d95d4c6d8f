import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, moment, xid8 } from './columns.ts';
import { searchDocuments } from './search.ts';

/**
 * The embedding of each document, and which documents still need one. A trigger of `search_documents` writes a due row
 * in the transaction of the change and removes the old vector. A row is deleted with its document. Without a configured
 * model, rows stay due.
 */
export const searchEmbeddings = pgTable(
  'search_embeddings',
  {
    documentId: bigint('document_id', { mode: 'number' })
      .primaryKey()
      .references(() => searchDocuments.id, { onDelete: 'cascade' }),
    /** Number of changes of the document. A vector of an earlier revision is discarded. */
    revision: integer('revision').notNull().default(1),
    /** When to compute the vector; null: nothing to do. */
    dueAt: moment('due_at').defaultNow(),
    model: text('model'),
    dimensions: integer('dimensions'),
    /** Float32, little-endian, of length 1. */
    vector: bytea('vector'),
    /** The last transaction that wrote this row. A process that caches all vectors finds the changed ones by it. */
    changedIn: xid8('changed_in').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('search_embeddings_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('search_embeddings_space').on(table.model, table.dimensions),
    index('search_embeddings_changed').on(table.changedIn),
  ],
);
