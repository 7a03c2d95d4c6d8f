import { sql } from 'drizzle-orm';
import { bigint, index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * Entries of the access lists of labs that nobody has ended, including expired ones and those of former contributors, because neither emits an
 * event. They list readers and authorize nothing.
 */
export const listedReaders = pgTable(
  'listed_readers',
  {
    oclId: text('ocl_id').notNull(),
    /** 32 bytes in hex. */
    subject: text('subject').notNull(),
    reader: text('reader').notNull(),
    /** The contributor who granted it; null for the holder of the lab. It stands only as long as the contributor's role. */
    granter: text('granter'),
    /** Unix seconds; 0 is permanent. */
    expiry: numeric('expiry', { precision: 20, scale: 0 }).notNull(),
    /** Hash of the claim that the reader redeemed; null for an entry that a writer sent. */
    claim: text('claim'),
    /** Time of the block. */
    listedAt: moment('listed_at').notNull(),
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    logIndex: integer('log_index').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.oclId, table.subject, table.reader] }),
    index('listed_readers_granter').on(table.oclId, table.granter).where(sql`${table.granter} is not null`),
  ],
);
