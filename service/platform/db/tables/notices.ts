import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

export const noticeKinds = [
  'ACCESS_REQUESTED',
  'ACCESS_GRANTED',
  'ACCESS_DECLINED',
  'INVITATION_ACCEPTED',
  'COMMENTED',
  'MENTIONED',
  'MENTIONED_BY_UNKNOWN_LAB',
  'REVIEW_WANTED',
  'REVIEWED',
  'ROLE_ENDING',
  'FOLLOWED',
  'WEBHOOK_DISABLED',
  'MAIL_DISABLED',
] as const;

/** What wallets are told. Rows hold public facts only: ids, wallets, and paths as public as in the feed. */
export const notices = pgTable(
  'notices',
  {
    /** Numbers of one inbox ascend, but for transactions at the same time. */
    number: bigint('number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Lowercase. */
    wallet: text('wallet').notNull(),
    kind: text('kind', { enum: noticeKinds }).notNull(),
    /** `null` for a notice about the wallet itself. */
    oclId: text('ocl_id'),
    requestId: text('request_id'),
    threadId: text('thread_id'),
    /** DID of a file. */
    ref: text('ref'),
    path: text('path'),
    /** The wallet that did it, lowercase. */
    by: text('by'),
    /** Position in the event log. */
    eventNumber: bigint('event_number', { mode: 'number' }),
    /** What the wallet follows; it may no longer do so. */
    followId: uuid('follow_id'),
    /** Events that the notice tells of. */
    count: integer('count').notNull().default(1),
    /** A second notice with it for the same wallet is dropped. */
    key: text('key').notNull(),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
    readAt: moment('read_at'),
  },
  (table) => [
    uniqueIndex('notices_key').on(table.wallet, table.key),
    index('notices_wallet').on(table.wallet, table.number),
    index('notices_unread').on(table.wallet, table.number).where(sql`${table.readAt} is null`),
    index('notices_created').on(table.createdAt),
  ],
);

export const muteKinds = ['LAB', 'WALLET', 'NOTICE_KIND'] as const;

/** What wallets get no notices of. */
export const mutes = pgTable(
  'mutes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The wallet that muted it, lowercase. */
    owner: text('owner').notNull(),
    kind: text('kind', { enum: muteKinds }).notNull(),
    /** An oclId, a lowercase wallet, or a kind of notices. */
    target: text('target').notNull(),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [uniqueIndex('mutes_target').on(table.owner, table.kind, table.target)],
);
