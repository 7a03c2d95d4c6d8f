import { sql } from 'drizzle-orm';
import { bigint, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';

/** The environment that this database belongs to. One row, written at the first start. */
export const installation = pgTable(
  'installation',
  {
    id: integer('id').primaryKey().default(1),
    environment: text('environment').notNull(),
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    contracts: jsonb('contracts').$type<Record<string, string>>().notNull(),
    boundAt: moment('bound_at').notNull().defaultNow(),
    /** Name of the secret that the last start signed with; null before the first start that recorded it. */
    secretName: text('secret_name'),
    /** The event log continues after this number (`beginEpoch`); 0 as long as no backup was restored. */
    logBase: bigint('log_base', { mode: 'number' }).notNull().default(0),
  },
  (table) => [check('installation_one_row', sql`${table.id} = 1`)],
);

/** The master keys that wrap keys of this database. Every process must be able to unwrap with each of them. */
export const masterKeys = pgTable('master_keys', {
  /** Name of the key that does not reveal it: `local:` and a fingerprint, or `aws:` and the id of the key. */
  name: text('name').primaryKey(),
  /** A known value, wrapped with this key. */
  canary: bytea('canary').notNull(),
  since: moment('since').notNull().defaultNow(),
});
