import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';

/** Programs that may call the API. The secret itself is never stored. */
export const consumers = pgTable(
  'consumers',
  {
    id: text('id').primaryKey(),
    label: text('label').notNull(),
    secretHash: bytea('secret_hash').notNull(),
    /** Whether it calls for visitors of its own, like a web app. It may then report the address of each visitor. */
    namesVisitors: boolean('names_visitors').notNull().default(false),
    /** Absent: until it is revoked. */
    expiresAt: moment('expires_at'),
    /** Absent: every mutation. Present: only these; an empty list is read-only. */
    allowedMutations: text('allowed_mutations').array(),
    /** Absent: mutations in every lab. Present: only in these. */
    allowedLabs: text('allowed_labs').array(),
    /** Lowercase. The wallet that issued it to itself. Absent: an operator created it. */
    wallet: text('wallet'),
    /** Time in the message of the wallet, which works once. */
    signedAt: moment('signed_at'),
    /** Requests per minute. Absent: the configured limit. */
    perMinute: integer('per_minute'),
    /** Whether paths in answers begin with a slash. */
    slashPaths: boolean('slash_paths').notNull().default(false),
    /** Precise to the hour. */
    lastUsedAt: moment('last_used_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('consumers_wallet').on(table.wallet, table.signedAt).where(sql`wallet is not null`)],
);
