import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';

/** Every request for a data key and its result, for the lab's owner. */
export const keyReleases = pgTable(
  'key_releases',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    oclId: text('ocl_id').notNull(),
    fileDid: text('file_did').notNull(),
    /** The path at that time; null in rows from before this column existed. */
    path: text('path'),
    version: integer('version').notNull(),
    wallet: text('wallet').notNull(),
    outcome: text('outcome', { enum: ['released', 'refused'] }).notNull(),
    predicates: jsonb('predicates').notNull(),
    requestId: text('request_id').notNull(),
    at: moment('at').notNull().defaultNow(),
    /** Place in the chain of hashes of its lab, from 1. A trigger sets it; null in rows from before the chain. */
    number: bigint('number', { mode: 'number' }),
    /** SHA-256 over the hash before it and what the row says. A trigger sets it. */
    hash: bytea('hash'),
  },
  (table) => [
    index('key_releases_lab').on(table.oclId, table.id),
    index('key_releases_wallet').on(table.wallet, table.id),
    index('key_releases_file').on(table.oclId, table.fileDid).where(sql`${table.outcome} = 'released'`),
  ],
);

/**
 * The end of the chain of hashes over the key releases of each lab. A row of `key_releases` that is missing or was changed breaks the
 * chain, which `labroom check` follows.
 */
export const keyReleaseChains = pgTable('key_release_chains', {
  oclId: text('ocl_id').primaryKey(),
  /** Number of the newest release. */
  length: bigint('length', { mode: 'number' }).notNull(),
  hash: bytea('hash').notNull(),
});
