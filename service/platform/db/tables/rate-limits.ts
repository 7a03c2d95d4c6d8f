import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * [Note: buckets as moments] A token bucket, kept as the one moment at which it will be full again: a request moves it a
 * little into the future, time catches up with it, and a bucket that is full needs no row. The table is UNLOGGED (its
 * migration says so): a request must not wait for a disk, and after a crash everybody starts with a full bucket.
 */
export const rateLimitBuckets = pgTable('rate_limit_buckets', {
  /** `consumer:<id>`, `visitor:<consumer>:<network>`, `wallet:<address>` or `address:<network>`. */
  key: text('key').primaryKey(),
  fullAt: timestamp('full_at', { withTimezone: true }).notNull(),
  /** Tokens that the last statement got, for that statement to return. */
  granted: integer('granted').notNull(),
});
