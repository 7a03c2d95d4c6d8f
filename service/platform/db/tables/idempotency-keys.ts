import { bigint, index, pgTable } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';

/** Mutations that were sent with an `Idempotency-Key`: claimed before they run, with the answer after it. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Hash of the caller and the key. */
    id: bytea('id').primaryKey(),
    /** Hash of the caller. */
    caller: bytea('caller').notNull(),
    /** Keyed hash of the request. */
    request: bytea('request').notNull(),
    /** The process that runs it: the number in the name of its lease. `null` after the end. */
    runner: bigint('runner', { mode: 'number' }),
    /** Status and body, encrypted under the key that the caller sent. `null` after the end: too large to keep. */
    answer: bytea('answer'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('idempotency_keys_caller').on(table.caller, table.createdAt),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);
