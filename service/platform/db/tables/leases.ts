import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** What only one process at a time may hold, by name, and until when. See `service/platform/db/lease.ts`. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  /** Random, new each time the lease is taken. */
  holder: uuid('holder').notNull(),
  /** By the clock of the database. An expired row is kept for a day as proof that its holder is gone. */
  expiresAt: moment('expires_at').notNull(),
});
