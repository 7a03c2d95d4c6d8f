import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';

/** Programs that may call the API. The secret itself is never stored. */
export const consumers = pgTable('consumers', {
  id: text('id').primaryKey(),
  label: text('label').notNull(),
  secretHash: bytea('secret_hash').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  revokedAt: moment('revoked_at'),
});
