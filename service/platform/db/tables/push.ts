import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { notices } from './notices.ts';

/** Browsers that show the notices of a wallet (Web Push). Who has endpoint and keys can send to the browser. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey(),
    /** Lowercase. */
    wallet: text('wallet').notNull(),
    endpoint: text('endpoint').notNull().unique(),
    /** Public key and secret of the browser, in Base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
    /** Failures since the last success. */
    attempts: integer('attempts').notNull().default(0),
    /** No message before it. */
    dueAt: moment('due_at').notNull().default(sql`clock_timestamp()`),
    failingSince: moment('failing_since'),
  },
  (table) => [index('push_subscriptions_wallet').on(table.wallet, table.createdAt)],
);

/** Notices that wait to be shown by a browser. Rows are written in the transaction of the notice. */
export const noticePushes = pgTable(
  'notice_pushes',
  {
    notice: bigint('notice', { mode: 'number' })
      .notNull()
      .references(() => notices.number, { onDelete: 'cascade' }),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** Grows with each change of the notice while it waits. */
    version: integer('version').notNull().default(0),
    queuedAt: moment('queued_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.notice] }),
    index('notice_pushes_notice').on(table.notice),
  ],
);
