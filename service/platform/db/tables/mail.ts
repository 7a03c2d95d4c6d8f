import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';
import { notices } from './notices.ts';

export const mailFrequencies = ['OFF', 'IMMEDIATE', 'DAILY'] as const;

/** E-mail addresses of wallets. They are private: no other wallet, no log and no error gets one. */
export const mailAddresses = pgTable(
  'mail_addresses',
  {
    /** Of this address of the wallet. Links that unsubscribe name it. */
    id: uuid('id').primaryKey(),
    /** Lowercase. */
    wallet: text('wallet').notNull().unique(),
    address: text('address').notNull(),
    frequency: text('frequency', { enum: mailFrequencies }).notNull(),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
    /** New with each confirmation that is asked for. Its link names it, so that of the one before ends. */
    confirmationId: uuid('confirmation_id').notNull().unique(),
    /** End of the confirmation. */
    confirmBy: moment('confirm_by').notNull(),
    confirmationSentAt: moment('confirmation_sent_at'),
    confirmedAt: moment('confirmed_at'),
    /** When the last mail with notices was sent. */
    mailedAt: moment('mailed_at'),
    /** Failures since the last success. */
    attempts: integer('attempts').notNull().default(0),
    /** No attempt before it. */
    dueAt: moment('due_at').notNull().default(sql`clock_timestamp()`),
    failingSince: moment('failing_since'),
    disabledAt: moment('disabled_at'),
  },
  (table) => [
    index('mail_addresses_unconfirmed').on(table.confirmBy).where(sql`${table.confirmedAt} is null`),
  ],
);

/** Notices that wait to be mailed. Rows are written in the transaction of the notice. */
export const noticeMails = pgTable(
  'notice_mails',
  {
    notice: bigint('notice', { mode: 'number' })
      .notNull()
      .references(() => notices.number, { onDelete: 'cascade' }),
    addressId: uuid('address_id')
      .notNull()
      .references(() => mailAddresses.id, { onDelete: 'cascade' }),
    /** The mail that it is being sent with. It is kept, so that a repetition has the same Message-ID. */
    mailId: uuid('mail_id'),
    queuedAt: moment('queued_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.addressId, table.notice] }),
    index('notice_mails_notice').on(table.notice),
  ],
);

/** Confirmations of the last day, to limit them. */
export const mailConfirmations = pgTable(
  'mail_confirmations',
  {
    id: uuid('id').primaryKey(),
    wallet: text('wallet').notNull(),
    /** Keyed hash of the address: it outlives an address that was deleted. */
    addressHash: bytea('address_hash').notNull(),
    /** The visitor or consumer that asked. */
    source: text('source').notNull(),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index('mail_confirmations_created').on(table.createdAt)],
);
