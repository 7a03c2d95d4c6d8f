import { sql } from 'drizzle-orm';
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { xid8 } from './columns.ts';

/**
 * Which transactions changed what the pages of which lab show. Triggers of the migrations write it, and the version of a page is read from it
 * (`service/operations/pages/page-version.ts`). Rows are added and, later, removed; nothing waits for another's row.
 */
export const pageChanges = pgTable(
  'page_changes',
  {
    transaction: xid8('transaction').notNull().default(sql`pg_current_xact_id()`),
    /** Empty for a change that every page may show. */
    oclId: text('ocl_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.transaction, table.oclId] })],
);
