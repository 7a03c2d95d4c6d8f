import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * [Note: buckets as moments] A token bucket, stored as the time at which it will be full again. A request moves this
 * time forward, and a bucket that is full needs no row. The table is UNLOGGED (see its migration), because a request
 * must not wait for a disk. After a crash every bucket is full.
 */
export const rateLimitBuckets = pgTable('rate_limit_buckets', {
  /** `consumer:<id>`, `visitor:<consumer>:<network>`, `wallet:<address>` or `address:<network>`. */
  key: text('key').primaryKey(),
  fullAt: timestamp('full_at', { withTimezone: true }).notNull(),
  /** Tokens that the last statement took, returned by that statement. */
  granted: integer('granted').notNull(),
});
