import { sql } from 'drizzle-orm';
import { bigint, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';

/** What this database belongs to: one row, written by the first start on it. */
export const installation = pgTable(
  'installation',
  {
    id: integer('id').primaryKey().default(1),
    environment: text('environment').notNull(),
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    /** Addresses by name. */
    contracts: jsonb('contracts').$type<Record<string, string>>().notNull(),
    boundAt: moment('bound_at').notNull().defaultNow(),
  },
  (table) => [check('installation_one_row', sql`${table.id} = 1`)],
);

/** The master keys under which keys of this database are wrapped. Every process must be able to unwrap under each of them. */
export const masterKeys = pgTable('master_keys', {
  /** Names the key without telling it: `local:` and a fingerprint, or `aws:` and the id of the key. */
  name: text('name').primaryKey(),
  /** A known value, wrapped under this key. */
  canary: bytea('canary').notNull(),
  since: moment('since').notNull().defaultNow(),
});
