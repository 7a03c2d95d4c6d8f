import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';

export const labs = pgTable(
  'labs',
  {
    oclId: text('ocl_id').primaryKey(),
    tokenId: text('token_id').notNull(),
    account: text('account').notNull(),
    shortname: text('shortname').notNull().unique(),
    name: text('name'),
    description: text('description'),
    image: text('image'),
    externalUrl: text('external_url'),
    dataRoomId: uuid('data_room_id').notNull().defaultRandom(),
    accountDid: text('account_did').notNull(),
    dataRoomDid: text('data_room_did').notNull(),
    /** The wallet that registered the lab: the first entry of its whitelist. */
    registeredBy: text('registered_by').notNull(),
    registeredAt: moment('registered_at').notNull().defaultNow(),
    latestContributionAt: moment('latest_contribution_at'),
    /** Bytes of all versions of all files. Pending uploads count on top while they last. */
    storedBytes: bigint('stored_bytes', { mode: 'number' }).notNull().default(0),
    storageLimit: bigint('storage_limit', { mode: 'number' }).notNull(),
    /** Number of feed entries: the dense sequence that makes every page of the feed cheap. */
    feedLength: bigint('feed_length', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    index('labs_latest_contribution').on(table.latestContributionAt.desc().nullsLast(), table.oclId),
  ],
);

/** Every shortname a lab ever had; the current one stands on the lab. */
export const labShortnames = pgTable('lab_shortnames', {
  shortname: text('shortname').primaryKey(),
  oclId: text('ocl_id')
    .notNull()
    .references(() => labs.oclId),
});

/** Ed25519 key pairs behind the DIDs of lab accounts, data rooms and files. */
export const didKeys = pgTable('did_keys', {
  did: text('did').primaryKey(),
  subject: text('subject', { enum: ['account', 'dataRoom', 'file'] }).notNull(),
  wrappedPrivateKey: bytea('wrapped_private_key').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
